//! Limits of images.

/// Maximum width and height of an image, in pixels.
pub const MAX_IMAGE_SIDE: u32 = 8192;
/// Maximum size of an image file, in bytes: 64 MiB.
pub const MAX_IMAGE_FILE_BYTES: usize = 64 << 20;
/// Maximum number of frames of one image.
pub const MAX_IMAGE_FRAMES: usize = 4096;
/// Memory limit for decoding one image, in bytes: an image of the largest size at 8 bits a channel.
pub(super) const MAX_DECODER_BYTES: u64 = 256 << 20;
