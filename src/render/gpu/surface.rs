//! A window's surface: created on the window's thread, moved to the thread that draws.
//!
//! Chooses the configuration from the adapter's offer; `swapchain` decides when to configure.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use wgpu::rwh::{HasDisplayHandle, HasWindowHandle, RawDisplayHandle};

use super::adapter::{AdapterChoice, GpuInstance};
use super::device::Gpu;
use super::error::GpuError;
use crate::render::frame::Blending;

/// When a finished frame is presented. Defaults to `On`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Vsync {
    /// Presents at the next display refresh: no tearing, and at most one frame per refresh. On Wayland, where the
    /// system offers it, each refresh shows the newest frame, and drawing does not wait for it: in a hidden window such
    /// a wait would never end. The default.
    #[default]
    On,
    /// Presents immediately, where the system allows it.
    Off,
}

/// The surface of a window, which frames are presented to. Keeps the window alive.
#[derive(Debug)]
pub struct GpuSurface {
    /// The instance that created the surface. It also opens the devices that present to it.
    instance: GpuInstance,
    /// `None` only while it is dropped.
    surface: Option<wgpu::Surface<'static>>,
    is_on_wayland: bool,
}

impl GpuSurface {
    /// Creates a window's surface. Call it on the window's thread; the surface may then be moved to another.
    ///
    /// # Errors
    /// If the system has no surface for this window, or no graphics driver is installed.
    pub fn create<W>(instance: &GpuInstance, window: Arc<W>) -> Result<Self, GpuError>
    where
        W: HasWindowHandle + HasDisplayHandle + Send + Sync + 'static,
    {
        let display = window.display_handle().map(|display| display.as_raw());
        let is_on_wayland = matches!(display, Ok(RawDisplayHandle::Wayland(_)));
        let surface = instance.wgpu().create_surface(window).map_err(|error| {
            // A missing driver is the likely reason, which wgpu does not report.
            let no_driver = instance.choose(AdapterChoice::Any).err();
            no_driver.unwrap_or_else(|| GpuError::Surface(error.to_string()))
        })?;
        Ok(Self {
            instance: instance.clone(),
            surface: Some(surface),
            is_on_wayland,
        })
    }

    /// Returns the instance that created it.
    pub(super) fn instance(&self) -> &GpuInstance {
        &self.instance
    }

    /// Returns wgpu's surface.
    pub(super) fn wgpu(&self) -> Result<&wgpu::Surface<'static>, GpuError> {
        self.surface
            .as_ref()
            .ok_or_else(|| GpuError::Surface("it was dropped".to_owned()))
    }

    /// Returns the surface's configuration for textures of this size in pixels, and the format to draw in.
    ///
    /// # Errors
    /// [`GpuError::CannotPresent`] if the surface has no format of eight bits per channel that can be drawn on for this
    /// blending.
    pub(super) fn configuration(
        &self,
        gpu: &Gpu,
        size: [u32; 2],
        vsync: Vsync,
        frame_latency: u8,
        blending: Blending,
    ) -> Result<(wgpu::SurfaceConfiguration, wgpu::TextureFormat), GpuError> {
        let can = self.wgpu()?.get_capabilities(&gpu.adapter);
        let views = gpu
            .adapter
            .get_downlevel_capabilities()
            .flags
            .contains(wgpu::DownlevelFlags::SURFACE_VIEW_FORMATS);
        let Some((format, view)) = pick_format(&can.formats, blending, views) else {
            let reason = format!("{} offers {:?}", gpu.summary, can.formats);
            return Err(GpuError::CannotPresent(reason));
        };
        let configuration = wgpu::SurfaceConfiguration {
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
            format,
            color_space: wgpu::SurfaceColorSpace::Auto,
            width: size[0],
            height: size[1],
            present_mode: pick_present_mode(&can.present_modes, vsync, self.is_on_wayland),
            desired_maximum_frame_latency: frame_latency.into(),
            alpha_mode: wgpu::CompositeAlphaMode::Auto,
            view_formats: if view == format {
                Vec::new()
            } else {
                vec![view]
            },
        };
        Ok((configuration, view))
    }
}

impl Drop for GpuSurface {
    /// Catches a panic: after a device was lost between acquiring and presenting, wgpu 30.0.1 panics in the surface's
    /// drop (gfx-rs/wgpu#9277). The game is about to create a new surface and must not end.
    fn drop(&mut self) {
        // The surface is dropped inside the closure, where its panic can be caught. A field would be dropped after this
        // function.
        let surface = self.surface.take();
        if catch_unwind(AssertUnwindSafe(|| drop(surface))).is_err() {
            log::warn!("the graphics driver failed while a lost surface was dropped");
        }
    }
}

/// Returns the surface's format, and the format of the view for drawing: plain to blend sRGB values, `Srgb` to blend in
/// linear light. Only formats of eight bits per channel are used, because the rules of `quad` are for bytes. `offered`
/// are the surface's formats; `other_views`: whether the format of a view may differ from its surface's.
fn pick_format(
    offered: &[wgpu::TextureFormat],
    blending: Blending,
    other_views: bool,
) -> Option<(wgpu::TextureFormat, wgpu::TextureFormat)> {
    use wgpu::TextureFormat::{Bgra8Unorm, Bgra8UnormSrgb, Rgba8Unorm, Rgba8UnormSrgb};
    let wanted = match blending {
        Blending::Srgb => [Bgra8Unorm, Rgba8Unorm],
        Blending::Linear => [Bgra8UnormSrgb, Rgba8UnormSrgb],
    };
    let siblings = match blending {
        Blending::Srgb => [Bgra8UnormSrgb, Rgba8UnormSrgb],
        Blending::Linear => [Bgra8Unorm, Rgba8Unorm],
    };
    if let Some(&format) = wanted.iter().find(|format| offered.contains(format)) {
        return Some((format, format));
    }
    let sibling = siblings
        .iter()
        .zip(wanted)
        .find(|(has, _)| other_views && offered.contains(has));
    sibling.map(|(&has, as_wanted)| (has, as_wanted))
}

/// Returns how frames wait for the display.
fn pick_present_mode(
    offered: &[wgpu::PresentMode],
    vsync: Vsync,
    is_on_wayland: bool,
) -> wgpu::PresentMode {
    let wanted: &[wgpu::PresentMode] = match vsync {
        // `Fifo` waits on Wayland until the compositor asks for a frame, which never happens while the window is
        // hidden, and no event reports that. The game would stand still. `Mailbox` does not tear either, and the engine
        // paces frames.
        Vsync::On if is_on_wayland => &[wgpu::PresentMode::Mailbox],
        // `AutoVsync` is not used, because it prefers `FifoRelaxed`, with which a late frame would tear.
        Vsync::On => &[],
        Vsync::Off => &[wgpu::PresentMode::Immediate, wgpu::PresentMode::Mailbox],
    };
    // Fifo is always supported.
    wanted
        .iter()
        .copied()
        .find(|mode| offered.contains(mode))
        .unwrap_or(wgpu::PresentMode::Fifo)
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgpu::PresentMode::{Fifo, Immediate, Mailbox};
    use wgpu::TextureFormat::{Bgra8Unorm, Bgra8UnormSrgb, Rgba8Unorm, Rgba16Float};

    #[test]
    fn the_format_follows_the_blending_space() {
        let both = [Rgba16Float, Bgra8UnormSrgb, Bgra8Unorm];
        assert_eq!(
            pick_format(&both, Blending::Srgb, false),
            Some((Bgra8Unorm, Bgra8Unorm))
        );
        assert_eq!(
            pick_format(&both, Blending::Linear, false),
            Some((Bgra8UnormSrgb, Bgra8UnormSrgb))
        );
    }

    #[test]
    fn a_surface_without_that_format_is_drawn_through_a_view_of_it() {
        let one = [Bgra8UnormSrgb];
        assert_eq!(
            pick_format(&one, Blending::Srgb, true),
            Some((Bgra8UnormSrgb, Bgra8Unorm))
        );
        assert_eq!(pick_format(&one, Blending::Srgb, false), None);
        assert_eq!(pick_format(&[], Blending::Srgb, true), None);
        assert_eq!(
            pick_format(&[Rgba8Unorm], Blending::Srgb, true),
            Some((Rgba8Unorm, Rgba8Unorm))
        );
    }

    #[test]
    fn vsync_prefers_mailbox_on_wayland_and_fifo_elsewhere() {
        let all = &[Fifo, Mailbox, Immediate][..];
        for (offered, vsync, is_on_wayland, expected) in [
            (all, Vsync::On, false, Fifo),
            (all, Vsync::On, true, Mailbox),
            (&[Fifo, Immediate], Vsync::On, true, Fifo),
            (all, Vsync::Off, false, Immediate),
            (all, Vsync::Off, true, Immediate),
            (&[Fifo, Mailbox], Vsync::Off, false, Mailbox),
            (&[Fifo], Vsync::Off, false, Fifo),
        ] {
            assert_eq!(
                pick_present_mode(offered, vsync, is_on_wayland),
                expected,
                "{offered:?}, {vsync:?}, Wayland: {is_on_wayland}"
            );
        }
    }
}
