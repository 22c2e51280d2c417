//! A window's surface: made on the thread that has the window, moved to the thread that draws.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use wgpu::rwh::{HasDisplayHandle, HasWindowHandle};

use super::adapter::{AdapterChoice, GpuInstance};
use super::device::Gpu;
use super::error::GpuError;
use crate::render::frame::Blending;

/// When a finished picture is shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Vsync {
    /// With the screen's next refresh: no tearing, and no more pictures than the screen shows. The default.
    #[default]
    On,
    /// At once, where the system allows it.
    Off,
}

/// What a window is drawn on. Keeps the window alive.
#[derive(Debug)]
pub struct GpuSurface {
    instance: GpuInstance,
    /// `None` only while it is dropped.
    surface: Option<wgpu::Surface<'static>>,
}

impl GpuSurface {
    /// A window's surface. To be called on the window's own thread; the surface may then go to another.
    ///
    /// # Errors
    /// The system gives none for this window, or no driver is there to give one.
    pub fn create<W>(instance: &GpuInstance, window: Arc<W>) -> Result<Self, GpuError>
    where
        W: HasWindowHandle + HasDisplayHandle + Send + Sync + 'static,
    {
        let surface = instance.wgpu().create_surface(window).map_err(|error| {
            // Without any driver that is the reason, and wgpu does not say it.
            let no_driver = instance.choose(AdapterChoice::Any, None).err();
            no_driver.unwrap_or_else(|| GpuError::Surface(error.to_string()))
        })?;
        Ok(Self {
            instance: instance.clone(),
            surface: Some(surface),
        })
    }

    pub(super) fn instance(&self) -> &GpuInstance {
        &self.instance
    }

    pub(super) fn wgpu(&self) -> Result<&wgpu::Surface<'static>, GpuError> {
        self.surface
            .as_ref()
            .ok_or_else(|| GpuError::Surface("it is gone".to_owned()))
    }

    /// What the surface is configured with for pictures of this size.
    pub(super) fn configuration(
        &self,
        gpu: &Gpu,
        size: [u32; 2],
        vsync: Vsync,
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
            return Err(GpuError::CannotPresent { reason });
        };
        let configuration = wgpu::SurfaceConfiguration {
            usage: wgpu::TextureUsages::RENDER_ATTACHMENT,
            format,
            color_space: wgpu::SurfaceColorSpace::Auto,
            width: size[0],
            height: size[1],
            present_mode: pick_present_mode(&can.present_modes, vsync),
            desired_maximum_frame_latency: 2,
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
    /// After a device was lost between acquiring and presenting, wgpu 30.0.1 panics in the surface's drop
    /// (gfx-rs/wgpu#9277). The game is about to make a new one and must not end by it.
    fn drop(&mut self) {
        let surface = self.surface.take();
        if catch_unwind(AssertUnwindSafe(|| drop(surface))).is_err() {
            log::warn!("the graphics driver failed while a lost surface was given back");
        }
    }
}

/// The surface's format, and the format that it is drawn on as: plain for mixing sRGB values, `Srgb` for
/// mixing in linear light. Eight bits a channel, nothing else.
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

fn pick_present_mode(offered: &[wgpu::PresentMode], vsync: Vsync) -> wgpu::PresentMode {
    let wanted: &[wgpu::PresentMode] = match vsync {
        Vsync::On => &[],
        Vsync::Off => &[wgpu::PresentMode::Immediate, wgpu::PresentMode::Mailbox],
    };
    // Fifo is always there.
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
    fn the_format_is_that_of_the_space_in_which_colours_are_mixed() {
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
    fn a_surface_without_that_format_is_drawn_on_as_if_it_had_it() {
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
    fn without_vsync_the_first_mode_that_does_not_wait_is_taken() {
        assert_eq!(
            pick_present_mode(&[Fifo, Mailbox, Immediate], Vsync::Off),
            Immediate
        );
        assert_eq!(pick_present_mode(&[Fifo, Mailbox], Vsync::Off), Mailbox);
        assert_eq!(pick_present_mode(&[Fifo], Vsync::Off), Fifo);
        assert_eq!(
            pick_present_mode(&[Fifo, Mailbox, Immediate], Vsync::On),
            Fifo
        );
    }
}
