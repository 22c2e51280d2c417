//! Grids and flow fields as resources of a game.

use super::resource_table::Resource;
use crate::base::checksum::{Checksum, ChecksumWriter};
use crate::paths::{FlowField, PathGrid};

impl Resource for PathGrid {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }

    fn heap_bytes(&self) -> usize {
        self.heap_bytes()
    }
}

impl Resource for FlowField {
    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }

    fn heap_bytes(&self) -> usize {
        self.heap_bytes()
    }
}
