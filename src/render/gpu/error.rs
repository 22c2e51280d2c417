//! What can go wrong between us and a graphics driver.

use core::fmt;
use core::time::Duration;

/// Why the GPU backend cannot be had, or cannot go on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GpuError {
    /// An environment variable names something that does not exist.
    BadVariable {
        /// The variable.
        name: &'static str,
        /// What it holds.
        value: String,
        /// What it may hold.
        expected: &'static str,
    },
    /// No graphics driver answers.
    NoAdapter {
        /// The interfaces that were tried, and what software adapters there were if those were refused.
        tried: String,
    },
    /// `WGPU_ADAPTER_NAME` matches no adapter.
    NoSuchAdapter {
        /// What was asked for.
        wanted: String,
        /// The adapters that there are.
        found: Vec<String>,
    },
    /// The adapters that there are cannot show pictures in this window.
    CannotPresent {
        /// What was looked at, and what was missing.
        reason: String,
    },
    /// The window gave no surface.
    Surface(String),
    /// The adapter gave no device.
    NoDevice(String),
    /// More was asked for than the device allows.
    Limit {
        /// What it is that is limited, with its unit.
        what: &'static str,
        /// How much was needed.
        wanted: u64,
        /// How much there may be.
        limit: u64,
    },
    /// The device is gone: everything on it has to be made anew.
    DeviceLost(String),
    /// The device has no memory left for this.
    OutOfMemory {
        /// What it was needed for.
        what: &'static str,
        /// How much was needed.
        bytes: u64,
    },
    /// The driver refused what we asked for: a fault of ours or of its.
    Refused(String),
    /// The device did not finish in time.
    TooSlow {
        /// How long it was given.
        waited: Duration,
    },
}

impl fmt::Display for GpuError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BadVariable {
                name,
                value,
                expected,
            } => {
                write!(f, "{name}={value} means nothing: expected {expected}")
            }
            Self::NoAdapter { tried } => write!(
                f,
                "no graphics driver found (tried {tried}): install one, such as mesa-vulkan-drivers, \
                 or use --backend software"
            ),
            Self::NoSuchAdapter { wanted, found } if found.is_empty() => {
                write!(
                    f,
                    "WGPU_ADAPTER_NAME={wanted} matches no adapter: there is none"
                )
            }
            Self::NoSuchAdapter { wanted, found } => {
                write!(
                    f,
                    "WGPU_ADAPTER_NAME={wanted} matches no adapter: there are {}",
                    found.join(", ")
                )
            }
            Self::CannotPresent { reason } => {
                write!(
                    f,
                    "no graphics adapter can draw into this window ({reason}): use --backend software"
                )
            }
            Self::Surface(text) => write!(f, "the window gave no surface to draw on: {text}"),
            Self::NoDevice(text) => write!(f, "the graphics adapter gave no device: {text}"),
            Self::Limit {
                what,
                wanted,
                limit,
            } => {
                write!(f, "{what}: {wanted} needed, this device allows {limit}")
            }
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
