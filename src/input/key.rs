//! Keys by their position on the keyboard.
//!
//! Positions rather than characters, so that a game's keys lie in the same place on every layout. The typed character
//! is part of the key's event.

use core::fmt;
use core::str::FromStr;

use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::base::unknown_name::UnknownName;

/// Generates the enum, the list of all keys and their names from one table.
macro_rules! keys {
    ($($key:ident $doc:literal,)*) => {
        /// A key by its position on the keyboard, named as on a US keyboard regardless of the player's layout.
        ///
        /// ```
        /// use damselfly::input::Key;
        ///
        /// assert_eq!("Space".parse(), Ok(Key::Space));
        /// assert_eq!(Key::Left.to_string(), "Left");
        /// ```
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Key {
            $(#[doc = $doc] $key,)*
            /// Any other key, by the system's number.
            Unknown(u32),
        }

        impl Key {
            /// All named keys, in order.
            pub const ALL: &[Self] = &[$(Self::$key),*];

            /// Returns the key's name, spelled like the variant. `None` for an unknown key.
            pub const fn name(self) -> Option<&'static str> {
                match self {
                    $(Self::$key => Some(stringify!($key)),)*
                    Self::Unknown(_) => None,
                }
            }

            /// Returns the key's index in [`Key::ALL`]. `None` for an unknown key.
            const fn index(self) -> Option<u8> {
                // A cast of `Key` to a number is impossible, because `Unknown` has a field.
                #[repr(u8)]
                enum Index { $($key),* }
                match self {
                    $(Self::$key => Some(Index::$key as u8),)*
                    Self::Unknown(_) => None,
                }
            }
        }
    };
}

// A key's index in this table is its code in recordings: add new keys at the end. The test `codes_never_change` fails
// if one is inserted elsewhere.
keys! {
    A "The A key of a US keyboard.",
    B "The B key of a US keyboard.",
    C "The C key of a US keyboard.",
    D "The D key of a US keyboard.",
    E "The E key of a US keyboard.",
    F "The F key of a US keyboard.",
    G "The G key of a US keyboard.",
    H "The H key of a US keyboard.",
    I "The I key of a US keyboard.",
    J "The J key of a US keyboard.",
    K "The K key of a US keyboard.",
    L "The L key of a US keyboard.",
    M "The M key of a US keyboard.",
    N "The N key of a US keyboard.",
    O "The O key of a US keyboard.",
    P "The P key of a US keyboard.",
    Q "The Q key of a US keyboard.",
    R "The R key of a US keyboard.",
    S "The S key of a US keyboard.",
    T "The T key of a US keyboard.",
    U "The U key of a US keyboard.",
    V "The V key of a US keyboard.",
    W "The W key of a US keyboard.",
    X "The X key of a US keyboard.",
    Y "The Y key of a US keyboard.",
    Z "The Z key of a US keyboard.",
    Digit0 "0 above the letters.",
    Digit1 "1 above the letters.",
    Digit2 "2 above the letters.",
    Digit3 "3 above the letters.",
    Digit4 "4 above the letters.",
    Digit5 "5 above the letters.",
    Digit6 "6 above the letters.",
    Digit7 "7 above the letters.",
    Digit8 "8 above the letters.",
    Digit9 "9 above the letters.",
    F1 "Function key 1.",
    F2 "Function key 2.",
    F3 "Function key 3.",
    F4 "Function key 4.",
    F5 "Function key 5.",
    F6 "Function key 6.",
    F7 "Function key 7.",
    F8 "Function key 8.",
    F9 "Function key 9.",
    F10 "Function key 10.",
    F11 "Function key 11.",
    F12 "Function key 12.",
    F13 "Function key 13.",
    F14 "Function key 14.",
    F15 "Function key 15.",
    F16 "Function key 16.",
    F17 "Function key 17.",
    F18 "Function key 18.",
    F19 "Function key 19.",
    F20 "Function key 20.",
    F21 "Function key 21.",
    F22 "Function key 22.",
    F23 "Function key 23.",
    F24 "Function key 24.",
    Up "The arrow up.",
    Down "The arrow down.",
    Left "The arrow left.",
    Right "The arrow right.",
    ShiftLeft "The left shift key.",
    ShiftRight "The right shift key.",
    ControlLeft "The left control key.",
    ControlRight "The right control key.",
    AltLeft "The left alt key.",
    AltRight "The right alt key, on many layouts AltGr.",
    SuperLeft "The left Windows or command key.",
    SuperRight "The right Windows or command key.",
    CapsLock "Caps lock.",
    NumLock "Num lock.",
    ScrollLock "Scroll lock.",
    Space "The space bar.",
    Enter "Enter, next to the letters.",
    Tab "Tab.",
    Backspace "Backspace.",
    Escape "Escape.",
    Insert "Insert.",
    Delete "Delete.",
    Home "Home.",
    End "End.",
    PageUp "Page up.",
    PageDown "Page down.",
    PrintScreen "Print screen.",
    Pause "Pause.",
    ContextMenu "The menu key.",
    Backquote "`` ` `` on a US keyboard.",
    Minus "`-` next to the digits.",
    Equal "`=` next to the digits.",
    BracketLeft "`[` on a US keyboard.",
    BracketRight "`]` on a US keyboard.",
    Backslash "`\\` on a US keyboard.",
    Semicolon "`;` on a US keyboard.",
    Quote "`'` on a US keyboard.",
    Comma "`,` on a US keyboard.",
    Period "`.` on a US keyboard.",
    Slash "`/` on a US keyboard.",
    IntlBackslash "The key between the left shift and Z on European keyboards.",
    IntlRo "The key next to the right shift on Japanese keyboards.",
    IntlYen "The key next to backspace on Japanese keyboards.",
    Numpad0 "0 of the number pad.",
    Numpad1 "1 of the number pad.",
    Numpad2 "2 of the number pad.",
    Numpad3 "3 of the number pad.",
    Numpad4 "4 of the number pad.",
    Numpad5 "5 of the number pad.",
    Numpad6 "6 of the number pad.",
    Numpad7 "7 of the number pad.",
    Numpad8 "8 of the number pad.",
    Numpad9 "9 of the number pad.",
    NumpadAdd "`+` of the number pad.",
    NumpadSubtract "`-` of the number pad.",
    NumpadMultiply "`*` of the number pad.",
    NumpadDivide "`/` of the number pad.",
    NumpadDecimal "`.` of the number pad.",
    NumpadEnter "Enter of the number pad.",
    NumpadEqual "`=` of the number pad.",
    NumpadComma "`,` of the number pad.",
}

impl Checksum for Key {
    fn write_checksum(&self, sum: &mut ChecksumWriter) {
        sum.u64(self.code());
    }
}

impl Key {
    /// Flag in the codes of unknown keys, above the system's number.
    const UNKNOWN: u64 = 1 << 32;

    /// Returns the key's code in recordings, which never changes. Named keys have codes below 256.
    pub fn code(self) -> u64 {
        match self {
            Self::Unknown(number) => Self::UNKNOWN | u64::from(number),
            key => key.index().map_or(0, u64::from),
        }
    }

    /// Returns the key with this code in recordings. `None` if there is none.
    pub fn from_code(code: u64) -> Option<Self> {
        match code.checked_sub(Self::UNKNOWN) {
            Some(number) => u32::try_from(number).ok().map(Self::Unknown),
            None => Self::ALL.get(usize::try_from(code).ok()?).copied(),
        }
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(number) => write!(f, "Key{number}"),
            key => f.pad(key.name().unwrap_or_default()),
        }
    }
}

impl FromStr for Key {
    type Err = UnknownName;

    /// Parses the output of `Display`: `Space`, or `Key123` for an unknown key.
    fn from_str(name: &str) -> Result<Self, Self::Err> {
        let unknown = || Some(Self::Unknown(name.strip_prefix("Key")?.parse().ok()?));
        let mut named = Self::ALL.iter().copied();
        named
            .find(|key| key.name() == Some(name))
            .or_else(unknown)
            .ok_or_else(|| unknown_key(name))
    }
}

/// Returns the error for an unknown name of a key, button or direction.
pub(super) fn unknown_key(name: &str) -> UnknownName {
    let what = "key, button or direction";
    UnknownName::new(
        what,
        name,
        "a name such as Space, MouseLeft, WheelUp or PadSouth",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_survive_a_round_trip_by_name_and_code() {
        let unknown = [0, 255, u32::MAX].map(Key::Unknown);
        for &key in Key::ALL.iter().chain(&unknown) {
            assert_eq!(key.to_string().parse(), Ok(key));
            assert_eq!(Key::from_code(key.code()), Some(key));
        }
        assert!(Key::ALL.is_sorted() && Key::ALL.len() < 256);
        for bad in ["", "space", "Key", "Key-1", "Key4294967296", "Unknown"] {
            assert!(bad.parse::<Key>().is_err(), "{bad:?}");
        }
        assert_eq!(Key::from_code(Key::ALL.len() as u64), None);
        assert_eq!(Key::from_code(u64::MAX), None);
    }

    #[test]
    fn codes_never_change() {
        let codes = [
            Key::A,
            Key::Digit0,
            Key::F1,
            Key::Up,
            Key::Space,
            Key::NumpadComma,
        ];
        assert_eq!(codes.map(Key::code), [0, 26, 36, 60, 75, 120]);
        assert_eq!(Key::Unknown(7).code(), 0x1_0000_0007);
    }
}
