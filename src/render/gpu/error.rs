//! The errors of the GPU backend.

use core::fmt;
use core::time::Duration;

/// Why the GPU backend cannot start or continue.
///
/// The texts name the user's remedy, if there is one: install a driver, or use the software backend.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GpuError {
    /// An environment variable has an invalid value: its name and value, and what was expected.
    BadVariable(String),
    /// There is no graphics adapter, or none of an allowed kind.
    NoAdapter {
        /// The graphics APIs that were tried, and the software adapters that were refused.
        tried: String,
    },
    /// No adapter has the name in `WGPU_ADAPTER_NAME`, or the requested number: what was requested, and the available
    /// adapters.
    NoSuchAdapter(String),
    /// No available adapter can present to this window: the adapter, and what it offers.
    CannotPresent(String),
    /// The window has no surface to draw on.
    Surface(String),
    /// The adapter could not open a device.
    NoDevice(String),
    /// More is needed than the device allows.
    Limit {
        /// The limited quantity, with its unit.
        what: &'static str,
        /// How much is needed, in the unit of `what`.
        wanted: u64,
        /// How much is allowed, in the unit of `what`.
        limit: u64,
    },
    /// A sprite needs atlas pages that are larger than the device allows.
    AtlasPage {
        /// The sprite's label.
        sprite: String,
        /// Width and height of a page in texels.
        page_size: u32,
        /// The device's limit, in texels.
        limit: u64,
    },
    /// The device was lost, with everything on it.
    DeviceLost(String),
    /// The device has no memory left for this.
    OutOfMemory {
        /// Purpose of the memory.
        what: &'static str,
        /// How many bytes are needed.
        bytes: u64,
    },
    /// The driver refused a call: a bug of this crate or of the driver.
    Refused(String),
    /// The device did not finish in time.
    TooSlow {
        /// The time limit: 10 seconds, or 120 for a driver that draws on the CPU.
        waited: Duration,
    },
}

impl fmt::Display for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoAdapter { tried } => write!(
                f,
                "no graphics driver found (tried {tried}): install one, such as mesa-vulkan-drivers, \
                 or use --backend software"
            ),
            Self::BadVariable(text) | Self::NoSuchAdapter(text) => f.write_str(text),
            Self::CannotPresent(reason) => {
                write!(
                    f,
                    "no graphics adapter can draw into this window ({reason}): use --backend software, or --headless if that \
                     cannot either"
                )
            }
            Self::Surface(text) => write!(f, "the window has no surface to draw on: {text}"),
            Self::NoDevice(text) => {
                write!(f, "the graphics adapter could not open a device: {text}")
            }
            Self::Limit {
                what,
                wanted,
                limit,
            } => {
                write!(f, "{what}: {wanted} needed, this device allows {limit}")
            }
            Self::AtlasPage {
                sprite,
                page_size,
                limit,
            } => write!(
                f,
                "sprite `{sprite}` needs atlas pages of {page_size}x{page_size} px, this device allows {limit}: \
                 make it smaller, or use --backend software"
            ),
            Self::DeviceLost(text) => write!(f, "the graphics device was lost: {text}"),
            Self::OutOfMemory { what, bytes } => {
                write!(
                    f,
                    "not enough graphics memory for {what} ({} KiB)",
                    bytes.div_ceil(1024)
                )
            }
            Self::Refused(text) => write!(f, "the graphics driver refused: {text}"),
            Self::TooSlow { waited } => {
                write!(
                    f,
                    "the graphics device did not finish within {} s",
                    waited.as_secs_f32()
                )
            }
        }
    }
}

impl core::error::Error for GpuError {}
