#!/usr/bin/env bash
# Packages the game for Windows: target/package/my-game-windows.zip, with the program, its icon and its files.
# On Windows, run it in Git Bash. On Linux, it needs mingw-w64 and zip (on Debian, `apt install mingw-w64 zip`) and
# `rustup target add x86_64-pc-windows-gnu`.
set -euo pipefail
cd "$(dirname "$0")/.."
name=my-game

if [ "${OS:-}" = Windows_NT ]; then
    cargo build --release
    program=target/release/$name.exe
else
    cargo build --release --target x86_64-pc-windows-gnu
    program=target/x86_64-pc-windows-gnu/release/$name.exe
fi
folder=target/package/$name-windows
rm -rf "$folder" "$folder.zip"
mkdir -p "$folder"
cp "$program" "$folder/"
cp -r assets "$folder/"
cd target/package
if [ "${OS:-}" = Windows_NT ]; then
    powershell -Command "Compress-Archive -Path $name-windows -DestinationPath $name-windows.zip"
else
    zip -qr "$name-windows.zip" "$name-windows"
fi
echo "target/package/$name-windows.zip"
