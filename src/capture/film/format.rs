//! The format of films: its versions, and the types of records.

use crate::files::RecordFormat;

/// File format. Version 1 has no sound.
pub(super) const FORMAT: RecordFormat = RecordFormat {
    kind: *b"FILM",
    version: 2,
    oldest: 1,
};

/// Format of a film without sound.
pub(super) const SILENT: RecordFormat = RecordFormat {
    version: 1,
    ..FORMAT
};

/// First byte of a record: its type.
pub(super) mod tag {
    pub(in crate::capture::film) const SETTINGS: u8 = 0;
    pub(in crate::capture::film) const KEY_FRAME: u8 = 1;
    pub(in crate::capture::film) const FRAME: u8 = 2;
    pub(in crate::capture::film) const END: u8 = 3;
    /// Since version 2.
    pub(in crate::capture::film) const SOUND: u8 = 4;
}
