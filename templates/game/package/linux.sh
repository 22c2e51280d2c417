#!/usr/bin/env bash
# Packages the game for Linux: target/package/my-game-linux.tar.gz, a folder that players unpack and start.
set -euo pipefail
cd "$(dirname "$0")/.."
name=my-game
title="My Game"

cargo build --release
folder=target/package/$name
rm -rf "$folder"
mkdir -p "$folder"
cp "target/release/$name" package/icon.png "$folder/"
cp -r assets "$folder/"
# A menu entry. `install.sh` copies it to where desktops look for it, with the path of this folder.
cat >"$folder/install.sh" <<END
#!/bin/sh
# Adds the game to the menu of the desktop.
here=\$(cd "\$(dirname "\$0")" && pwd)
menu=\${XDG_DATA_HOME:-\$HOME/.local/share}/applications
mkdir -p "\$menu"
cat >"\$menu/$name.desktop" <<ENTRY
[Desktop Entry]
Type=Application
Name=$title
Exec="\$here/$name"
Icon=\$here/icon.png
Categories=Game;
ENTRY
END
chmod +x "$folder/install.sh"
tar -C target/package -czf "target/package/$name-linux.tar.gz" "$name"
echo "target/package/$name-linux.tar.gz"
