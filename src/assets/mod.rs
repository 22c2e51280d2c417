//! Text sprites, image sheets, fonts, the atlas they are packed into, and the store that labels them.
