//! A device, its limits, and the errors that it has reported.
//!
//! By default wgpu panics on errors, and in some places even with handlers registered. Here an error becomes a
//! [`GpuError`] or a line in the log. Calls that the driver may refuse and allocations run in an error scope;
//! [`Health`] records errors that are reported outside of a scope. The next check logs them, and fails if the device
//! was lost.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::adapter::{AdapterSummary, first_that_works};
use super::error::GpuError;
use super::pipeline::{STORAGE_BUFFERS, STORAGE_BUFFERS_WITH_STYLES};

/// The time limit of a wait for a graphics card: 10 seconds, far longer than a frame takes, so that a device that hangs
/// is an error and not a frozen game.
pub(super) const WAIT_LIMIT: Duration = Duration::from_secs(10);
/// Time limit for a driver that draws on the CPU, which may need many seconds for a frame of a million sprites.
const SOFTWARE_WAIT_LIMIT: Duration = Duration::from_secs(120);

/// Limit of distinct driver messages that are kept and logged: one per frame would fill memory and disk.
const MAX_MESSAGES: usize = 32;

/// Upper bounds on the device's limits, for tests of small devices. `None`, the default: as much as is useful, at most
/// the adapter's limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GpuLimits {
    /// The largest buffer, in bytes. Defaults to 1 GiB, which are 33 million sprites.
    pub buffer_bytes: Option<u64>,
    /// The longest side of a texture or target, in pixels. Defaults to 16 384.
    pub texture_px: Option<u32>,
    /// The largest texture or target, in bytes: larger ones fail as they do on a device whose memory is full.
    #[doc(hidden)]
    pub texture_memory: Option<u64>,
    /// The largest buffer, in bytes: larger ones fail as they do on a device whose memory is full.
    #[doc(hidden)]
    pub buffer_memory: Option<u64>,
    /// Whether dual-source blending is not used, as on a device that does not have it.
    #[doc(hidden)]
    pub without_dual_source: bool,
    /// Whether views have no other format than their texture, as in OpenGL.
    #[doc(hidden)]
    pub without_view_formats: bool,
    /// Whether no compute pass writes textures, as on a device that has none.
    #[doc(hidden)]
    pub without_compute: bool,
}

/// A device and its state. A clone is the same device.
#[derive(Clone, Debug)]
pub(super) struct Gpu {
    pub(super) device: wgpu::Device,
    pub(super) queue: wgpu::Queue,
    /// The requested limits, which wgpu enforces: the adapter may have more.
    pub(super) limits: wgpu::Limits,
    /// The adapter of the device: the capabilities of a surface depend on it.
    pub(super) adapter: wgpu::Adapter,
    pub(super) summary: AdapterSummary,
    /// Whether a fragment may have two outputs for one target, and the vertex shader may read the styles of rows.
    pub(super) has_dual_source: bool,
    /// Whether the vertex shader may read the styles of rows.
    pub(super) has_styles: bool,
    /// Whether a view may have another format than its texture.
    pub(super) has_view_formats: bool,
    /// Whether compute passes may write textures of bytes.
    pub(super) stores_bytes: bool,
    /// Whether passes write timestamps: something asked for GPU times, and the device has them.
    pub(super) has_timestamps: bool,
    /// [`GpuLimits::texture_memory`], or practically no limit.
    texture_memory: u64,
    /// [`GpuLimits::buffer_memory`], or practically no limit.
    buffer_memory: u64,
    health: Arc<Health>,
}

impl Gpu {
    /// Returns the result of `make` for the first of some adapters where it does not fail. `measures`: whether GPU times
    /// are needed.
    pub(super) fn open<T>(
        adapters: Vec<(wgpu::Adapter, AdapterSummary)>,
        limits: GpuLimits,
        measures: bool,
        mut make: impl FnMut(Self) -> Result<T, GpuError>,
    ) -> Result<T, GpuError> {
        first_that_works(adapters, |(adapter, summary)| {
            make(Self::open_on(adapter, summary, limits, measures)?)
        })
    }

    /// Opens an adapter and logs its name: otherwise, a driver that draws on the CPU would only be noticed by its
    /// slowness.
    fn open_on(
        adapter: wgpu::Adapter,
        summary: AdapterSummary,
        limits: GpuLimits,
        measures: bool,
    ) -> Result<Self, GpuError> {
        let [texture_memory, buffer_memory] =
            [limits.texture_memory, limits.buffer_memory].map(|bytes| bytes.unwrap_or(u64::MAX));
        let wanted = match measures {
            true => wgpu::Features::DUAL_SOURCE_BLENDING | wgpu::Features::TIMESTAMP_QUERY,
            false => wgpu::Features::DUAL_SOURCE_BLENDING,
        };
        let features = wanted & adapter.features();
        let may_use_dual_source =
            !limits.without_dual_source && features.contains(wgpu::Features::DUAL_SOURCE_BLENDING);
        let downlevel = adapter.get_downlevel_capabilities().flags;
        let has_view_formats =
            !limits.without_view_formats && downlevel.contains(wgpu::DownlevelFlags::VIEW_FORMATS);
        let stores_bytes = !limits.without_compute && stores_bytes(&adapter);
        let limits = required_limits(limits, &adapter.limits());
        let storage_buffers = limits.max_storage_buffers_per_shader_stage;
        if storage_buffers < STORAGE_BUFFERS {
            return Err(GpuError::NoDevice(format!(
                "{summary}: a shader needs {STORAGE_BUFFERS} storage buffers, this adapter has {storage_buffers}"
            )));
        }
        let has_styles = storage_buffers >= STORAGE_BUFFERS_WITH_STYLES;
        let description = wgpu::DeviceDescriptor {
            label: Some("damselfly"),
            required_features: features,
            required_limits: limits.clone(),
            // There are few allocations, so the larger blocks that the hint for speed reserves would stay empty.
            memory_hints: wgpu::MemoryHints::MemoryUsage,
            ..wgpu::DeviceDescriptor::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&description))
            .map_err(|error| GpuError::NoDevice(format!("{summary}: {error}")))?;
        // The callbacks are registered before anything is created: without them, errors panic.
        let health = Health::watch(&device);
        if summary.hardware {
            log::info!("drawing on {summary}, driver {}", summary.driver);
        } else {
            log::warn!(
                "drawing on {summary}, driver {}: the software backend is faster",
                summary.driver
            );
        }
        Ok(Self {
            device,
            queue,
            limits,
            adapter,
            summary,
            has_dual_source: may_use_dual_source && has_styles,
            has_styles,
            has_view_formats,
            stores_bytes,
            has_timestamps: features.contains(wgpu::Features::TIMESTAMP_QUERY),
            texture_memory,
            buffer_memory,
            health,
        })
    }

    /// Runs pending callbacks and logs new errors of the driver. Fails if the device was lost.
    pub(super) fn check(&self) -> Result<(), GpuError> {
        // The loss of a destroyed device is only reported during a poll (gfx-rs/wgpu#9278).
        self.poll(wgpu::PollType::Poll)?;
        self.health.check()
    }

    /// Waits until a submission is done, or all of them if `None`, for at most as long as the kind of adapter may need.
    /// Runs the callbacks of finished submissions.
    pub(super) fn wait(&self, submission: Option<wgpu::SubmissionIndex>) -> Result<(), GpuError> {
        let wait = || {
            self.poll(wgpu::PollType::Wait {
                submission_index: submission.clone(),
                timeout: Some(WAIT_LIMIT),
            })
        };
        wait_patiently(&self.summary, wait)?;
        self.health.check()
    }

    /// Calls the driver and returns its refusal as an error. Used for creations that depend on the driver: shaders,
    /// pipelines, surfaces.
    pub(super) fn refusable<T>(&self, act: impl FnOnce(&wgpu::Device) -> T) -> Result<T, GpuError> {
        // Without a scope the error would only reach the callback, and the invalid object would be used.
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::Validation);
        let made = act(&self.device);
        match pollster::block_on(scope.pop()) {
            Some(error) => Err(GpuError::Refused(error.to_string())),
            None => self.health.check().map(|()| made),
        }
    }

    /// Creates a texture. Fails if its longer side exceeds the limit or memory is short. Errors name the texture by
    /// `what`, and its side by `side`.
    pub(super) fn texture(
        &self,
        what: &'static str,
        side: &'static str,
        description: &wgpu::TextureDescriptor<'_>,
    ) -> Result<wgpu::Texture, GpuError> {
        let size = description.size;
        let (longest, limit) = (
            size.width.max(size.height),
            self.limits.max_texture_dimension_2d,
        );
        if longest > limit {
            return Err(GpuError::Limit {
                what: side,
                wanted: u64::from(longest),
                limit: u64::from(limit),
            });
        }
        let bytes = description.format.theoretical_memory_footprint(size);
        self.large(what, bytes, self.texture_memory, |device| {
            device.create_texture(description)
        })
    }

    /// Begins a list of commands.
    pub(super) fn encoder(&self, label: &'static str) -> wgpu::CommandEncoder {
        let label = Some(label);
        self.device
            .create_command_encoder(&wgpu::CommandEncoderDescriptor { label })
    }

    /// Creates a buffer or texture. Fails if memory is short. Callers check the device's limits first.
    fn large<T>(
        &self,
        what: &'static str,
        bytes: u64,
        memory: u64,
        make: impl FnOnce(&wgpu::Device) -> T,
    ) -> Result<T, GpuError> {
        if bytes > memory {
            return Err(GpuError::OutOfMemory { what, bytes });
        }
        let scope = self.device.push_error_scope(wgpu::ErrorFilter::OutOfMemory);
        let made = make(&self.device);
        match pollster::block_on(scope.pop()) {
            Some(_) => Err(GpuError::OutOfMemory { what, bytes }),
            None => self.health.check().map(|()| made),
        }
    }

    /// Creates a buffer of `bytes` bytes. Fails if it exceeds the limit or memory is short. `what` is its label, also
    /// in the error.
    pub(super) fn buffer(
        &self,
        what: &'static str,
        bytes: u64,
        usage: wgpu::BufferUsages,
        mapped_at_creation: bool,
    ) -> Result<wgpu::Buffer, GpuError> {
        let limit = self.limits.max_buffer_size;
        if bytes > limit {
            return Err(GpuError::Limit {
                what,
                wanted: bytes,
                limit,
            });
        }
        let description = wgpu::BufferDescriptor {
            label: Some(what),
            size: bytes,
            usage,
            mapped_at_creation,
        };
        self.large(what, bytes, self.buffer_memory, |device| {
            device.create_buffer(&description)
        })
    }

    /// Polls the device. Returns an error where `Device::poll` panics: when the driver reports the loss of the device
    /// there.
    fn poll(&self, kind: wgpu::PollType) -> Result<(), GpuError> {
        let polled = catch_unwind(AssertUnwindSafe(|| self.device.poll(kind)));
        match polled {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(wgpu::PollError::Timeout)) => Err(GpuError::TooSlow { waited: WAIT_LIMIT }),
            Ok(Err(error)) => Err(GpuError::Refused(error.to_string())),
            Err(_) => {
                self.health
                    .lose("the driver failed during a wait".to_owned());
                self.health.check()
            }
        }
    }
}

/// Calls `wait` again while the device is too slow, up to the time limit of this kind of adapter. If the first wait was
/// in vain and the limit is not reached, logs that the device is slow.
fn wait_patiently(
    adapter: &AdapterSummary,
    mut wait: impl FnMut() -> Result<(), GpuError>,
) -> Result<(), GpuError> {
    let limit = if adapter.hardware {
        WAIT_LIMIT
    } else {
        SOFTWARE_WAIT_LIMIT
    };
    let mut waited = Duration::ZERO;
    loop {
        match wait() {
            Err(GpuError::TooSlow { waited: further }) => waited += further,
            done => return done,
        }
        if waited >= limit {
            return Err(GpuError::TooSlow { waited });
        }
        if waited == WAIT_LIMIT {
            log::warn!(
                "{adapter} has not finished a frame for {} s and is waited for: use --backend software",
                waited.as_secs()
            );
        }
    }
}

/// Returns whether compute passes of 64 invocations may write textures of bytes. Core WebGPU has them, OpenGL may not.
fn stores_bytes(adapter: &wgpu::Adapter) -> bool {
    let limits = adapter.limits();
    let usages = adapter
        .get_texture_format_features(wgpu::TextureFormat::Rgba8Unorm)
        .allowed_usages;
    let flags = adapter.get_downlevel_capabilities().flags;
    flags.contains(wgpu::DownlevelFlags::COMPUTE_SHADERS)
        && usages.contains(wgpu::TextureUsages::STORAGE_BINDING)
        && limits.max_storage_textures_per_shader_stage > 0
        && limits.max_compute_workgroup_size_x >= 64
        && limits.max_compute_invocations_per_workgroup >= 64
}

/// Returns the smaller of the useful and the adapter's limits: a request above the adapter's limits would fail.
fn required_limits(ours: GpuLimits, adapter: &wgpu::Limits) -> wgpu::Limits {
    const GIB: u64 = 1 << 30;
    let buffer = ours.buffer_bytes.unwrap_or(GIB);
    // wgpu's defaults, 128 MiB of storage, would require a second draw call beyond four million sprites.
    let wanted = wgpu::Limits {
        max_buffer_size: buffer,
        max_storage_buffer_binding_size: buffer,
        max_texture_dimension_2d: ours.texture_px.unwrap_or(16384),
        ..wgpu::Limits::default()
    };
    wanted.or_worse_values_from(adapter)
}

/// The errors that the device has reported. Its callbacks may run inside any call to it, with its locks held, so they
/// only store a message here. `check` reads and logs them.
#[derive(Debug, Default)]
struct Health {
    /// Whether `faults` has news for `check`.
    has_news: AtomicBool,
    faults: Mutex<Faults>,
}

/// Messages that the callbacks have stored.
#[derive(Debug, Default)]
struct Faults {
    /// Reason for the loss of the device. `None` while it is not lost.
    lost: Option<String>,
    /// Distinct messages in the order of arrival, at most [`MAX_MESSAGES`].
    complaints: Vec<String>,
    /// Number of `complaints` that are logged already: the first ones.
    logged: usize,
}

impl Health {
    /// Registers the device's callbacks.
    fn watch(device: &wgpu::Device) -> Arc<Self> {
        let health = Arc::new(Self::default());
        let on_error = Arc::clone(&health);
        device.on_uncaptured_error(Arc::new(move |error: wgpu::Error| {
            on_error.complain(error.to_string())
        }));
        let on_loss = Arc::clone(&health);
        device.set_device_lost_callback(move |reason, text| {
            on_loss.lose(format!("{reason:?} {text}"))
        });
        health
    }

    // A poisoned lock is fine: each change of the faults is a single call, so they are always consistent.
    fn faults(&self) -> MutexGuard<'_, Faults> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records an error, unless it is known or there are too many.
    fn complain(&self, text: String) {
        let mut faults = self.faults();
        if faults.complaints.len() < MAX_MESSAGES && !faults.complaints.contains(&text) {
            faults.complaints.push(text);
            self.has_news.store(true, Ordering::Release);
        }
    }

    /// Records the loss of the device. The first reason counts: later ones follow from it.
    fn lose(&self, text: String) {
        self.faults().lost.get_or_insert(text.trim().to_owned());
        self.has_news.store(true, Ordering::Release);
    }

    /// Logs each distinct error once. Fails after the loss of the device.
    fn check(&self) -> Result<(), GpuError> {
        // Reads an atomic first, so that a frame without errors takes no lock.
        if !self.has_news.load(Ordering::Acquire) {
            return Ok(());
        }
        let mut faults = self.faults();
        for text in &faults.complaints[faults.logged..] {
            log::error!("the graphics driver refused: {text}");
        }
        faults.logged = faults.complaints.len();
        match &faults.lost {
            Some(text) => Err(GpuError::DeviceLost(text.clone())),
            // `has_news` is cleared under the lock, so that a message added at the same time is not missed. After a
            // loss it stays set, so that each check fails.
            None => {
                self.has_news.store(false, Ordering::Release);
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeated_device_errors_are_kept_once_and_not_fatal() {
        let health = Health::default();
        for _ in 0..3 {
            health.complain("bad layout".to_owned());
            assert_eq!(health.check(), Ok(()));
        }
        let faults = health.faults();
        assert_eq!((faults.complaints.len(), faults.logged), (1, 1));
    }

    #[test]
    fn a_lost_device_stays_lost_and_the_first_reason_counts() {
        let health = Health::default();
        health.lose("first".to_owned());
        health.lose("second".to_owned());
        for _ in 0..2 {
            assert_eq!(
                health.check(),
                Err(GpuError::DeviceLost("first".to_owned()))
            );
        }
    }

    #[test]
    fn software_drivers_may_take_two_minutes() {
        let adapter = |hardware| AdapterSummary {
            name: "test".to_owned(),
            backend: "vulkan".to_owned(),
            hardware,
            driver: String::new(),
        };
        let slow = || Err(GpuError::TooSlow { waited: WAIT_LIMIT });
        for (hardware, seconds) in [(true, 10), (false, 120)] {
            let waited = Duration::from_secs(seconds);
            let failed = wait_patiently(&adapter(hardware), slow);
            assert_eq!(failed, Err(GpuError::TooSlow { waited }));
        }
        // The wait ends when the device finishes. Other errors are returned at once.
        let lost = GpuError::DeviceLost("lost".to_owned());
        for then in [Ok(()), Err(lost)] {
            let mut waits = 0;
            let done = wait_patiently(&adapter(false), || {
                waits += 1;
                if waits < 3 { slow() } else { then.clone() }
            });
            assert_eq!((done, waits), (then.clone(), 3));
        }
    }

    #[test]
    fn no_limit_above_the_adapters_is_requested() {
        let adapter = wgpu::Limits {
            max_buffer_size: 1000,
            ..wgpu::Limits::downlevel_defaults()
        };
        let limits = required_limits(
            GpuLimits {
                texture_px: Some(256),
                ..GpuLimits::default()
            },
            &adapter,
        );
        assert!(limits.check_limits(&adapter));
        assert_eq!(
            (limits.max_buffer_size, limits.max_texture_dimension_2d),
            (1000, 256)
        );
    }
}
