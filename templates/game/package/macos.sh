#!/usr/bin/env bash
# Packages the game for macOS: target/package/My Game.app, for Intel and Apple processors. Run it on macOS, after
# `rustup target add x86_64-apple-darwin aarch64-apple-darwin`.
set -euo pipefail
cd "$(dirname "$0")/.."
name=my-game
title="My Game"
identifier=com.example.my-game    # unique in the world: the reversed name of a domain of yours, and the game
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)

contents="target/package/$title.app/Contents"
rm -rf "target/package/$title.app"
mkdir -p "$contents/MacOS" "$contents/Resources"
programs=()
for target in x86_64-apple-darwin aarch64-apple-darwin; do
    cargo build --release --target "$target"
    programs+=("target/$target/release/$name")
done
lipo -create -output "$contents/MacOS/$name" "${programs[@]}"
cp -r assets "$contents/Resources/"

icons=target/package/icon.iconset
mkdir -p "$icons"
for size in 16 32 128 256; do
    sips -z $size $size package/icon.png --out "$icons/icon_${size}x$size.png" >/dev/null
done
iconutil -c icns -o "$contents/Resources/icon.icns" "$icons"
cat >"$contents/Info.plist" <<END
<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
    <key>CFBundleExecutable</key><string>$name</string>
    <key>CFBundleIconFile</key><string>icon</string>
    <key>CFBundleIdentifier</key><string>$identifier</string>
    <key>CFBundleName</key><string>$title</string>
    <key>CFBundlePackageType</key><string>APPL</string>
    <key>CFBundleShortVersionString</key><string>$version</string>
    <key>LSApplicationCategoryType</key><string>public.app-category.games</string>
    <key>NSHighResolutionCapable</key><true/>
</dict>
</plist>
END
# Without a developer's certificate, players open the game by a right click the first time.
codesign --force --sign "${IDENTITY:--}" "target/package/$title.app"
echo "target/package/$title.app"
