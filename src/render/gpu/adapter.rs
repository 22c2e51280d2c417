//! The choice of the graphics adapter: hardware first, software only if allowed; the choice is logged.
//!
//! The environment is read only here: `WGPU_BACKEND` (graphics APIs to try), `WGPU_ADAPTER_NAME` (part of a name),
//! `WGPU_POWER_PREF` (`low`: the integrated card of two), and wgpu's own switches for debugging, such as `WGPU_VALIDATION`
//! and `WGPU_DEBUG`.
//!
//! The first three are not left to wgpu's helpers: for the backends, wgpu 30 logs an unknown name and goes on without it, as
//! it does for the power, and for the adapter it panics without a match.

use core::fmt;

use super::error::GpuError;
use super::ranking::{AdapterFacts, AdapterWish, Power};

/// The names that `WGPU_BACKEND` may list: of each API its name and a short form. This build has no OpenGL, whose names
/// are known nevertheless: the error is then that there is no such driver, not that there is no such name.
const INTERFACES: [(&str, wgpu::Backends); 8] = [
    ("vulkan", wgpu::Backends::VULKAN),
    ("vk", wgpu::Backends::VULKAN),
    ("metal", wgpu::Backends::METAL),
    ("mtl", wgpu::Backends::METAL),
    ("dx12", wgpu::Backends::DX12),
    ("d3d12", wgpu::Backends::DX12),
    ("gl", wgpu::Backends::GL),
    ("gles", wgpu::Backends::GL),
];
const INTERFACES_EXPECTED: &str = "a list of vulkan, metal, dx12, gl";

/// Which kinds of adapter are allowed. Defaults to `Any`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AdapterChoice {
    /// Hardware only. A driver that draws on the CPU is refused: the software backend is faster.
    Hardware,
    /// Hardware if available, else a driver that draws on the CPU. The default.
    #[default]
    Any,
}

/// The name and kind of an adapter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AdapterSummary {
    /// The adapter's own name, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
    pub name: String,
    /// The graphics API: `vulkan`, `metal`, `dx12` or `gl`.
    pub backend: String,
    /// Whether it is hardware, not a driver that draws on the CPU.
    pub hardware: bool,
    /// The driver and its version; may be empty.
    pub driver: String,
}

impl AdapterSummary {
    /// Returns what an adapter reports about itself.
    fn of(adapter: &wgpu::Adapter) -> Self {
        let info = adapter.get_info();
        Self {
            name: info.name,
            backend: info.backend.to_string(),
            hardware: info.device_type != wgpu::DeviceType::Cpu,
            driver: format!("{} {}", info.driver, info.driver_info)
                .trim()
                .to_owned(),
        }
    }
}

/// The name, the graphics API, and whether it is software: `llvmpipe (LLVM 15.0.6, 256 bits) (vulkan, software)`.
impl fmt::Display for AdapterSummary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.hardware { "" } else { ", software" };
        write!(f, "{} ({}{kind})", self.name, self.backend)
    }
}

/// Access to the graphics drivers. Clones share it: the window's thread creates surfaces from it, the game's thread
/// draws on them.
#[derive(Clone, Debug)]
pub struct GpuInstance {
    instance: wgpu::Instance,
    /// The graphics APIs to look for adapters in.
    interfaces: wgpu::Backends,
    /// From `WGPU_ADAPTER_NAME`, in lower case.
    wanted_name: Option<String>,
    power: Power,
}

/// What the environment says of adapters, each `None` if it says nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct GpuEnvironment<'a> {
    /// As `WGPU_BACKEND`: the graphics APIs to try, a list with commas.
    pub interfaces: Option<&'a str>,
    /// As `WGPU_ADAPTER_NAME`: a part of the adapter's name, in any case.
    pub adapter_name: Option<&'a str>,
    /// As `WGPU_POWER_PREF`: `low` prefers integrated graphics cards, `high` and `none` discrete ones.
    pub power: Option<&'a str>,
}

impl GpuInstance {
    /// Opens the graphics APIs, or only those in `WGPU_BACKEND` if it is set. Variables that are empty or not Unicode
    /// count as not set.
    ///
    /// # Errors
    /// If `WGPU_BACKEND` names an unknown API, or `WGPU_POWER_PREF` is neither `low`, `high` nor `none`. Missing drivers show later: [`Self::adapters`] is then empty, and
    /// opening a device fails.
    pub fn new() -> Result<Self, GpuError> {
        let read = |name| {
            std::env::var(name)
                .ok()
                .filter(|value| !value.trim().is_empty())
        };
        Self::with_environment(GpuEnvironment {
            interfaces: read("WGPU_BACKEND").as_deref(),
            adapter_name: read("WGPU_ADAPTER_NAME").as_deref(),
            power: read("WGPU_POWER_PREF").as_deref(),
        })
    }

    /// As [`Self::new`], with an argument instead of the environment variables.
    ///
    /// # Errors
    /// If `interfaces` names an unknown graphics API, or `power` is neither `low`, `high` nor `none`.
    pub fn with_environment(environment: GpuEnvironment<'_>) -> Result<Self, GpuError> {
        let GpuEnvironment {
            interfaces,
            adapter_name,
            power,
        } = environment;
        let interfaces = interfaces.map_or(Ok(wgpu::Backends::all()), parse_interfaces)?;
        let power = power.map_or(Ok(Power::High), Power::parse)?;
        let mut description = wgpu::InstanceDescriptor::new_without_display_handle();
        description.backends = interfaces;
        description.flags = description.flags.with_env();
        Ok(Self {
            instance: wgpu::Instance::new(description),
            interfaces,
            wanted_name: adapter_name.map(str::to_lowercase),
            power,
        })
    }

    /// Returns all adapters, the preferred one first: discrete graphics cards, integrated and virtual ones, unknown
    /// kinds, and last those that draw on the CPU. Empty without a driver.
    pub fn adapters(&self) -> Vec<AdapterSummary> {
        let adapters = self.enumerate();
        let facts = adapters.iter().map(|adapter| facts(adapter, None));
        let mut facts: Vec<_> = facts.collect();
        facts.sort_by_key(|facts| self.power.rank(facts.kind));
        facts.into_iter().map(|facts| facts.summary).collect()
    }

    /// Returns wgpu's instance.
    pub(super) fn wgpu(&self) -> &wgpu::Instance {
        &self.instance
    }

    /// Returns the adapters that the choice allows, that have what the shader needs and that can present to the surface, the
    /// preferred one first: one at least.
    ///
    /// # Errors
    /// As [`AdapterWish::choose`].
    pub(super) fn choose(
        &self,
        choice: AdapterChoice,
        surface: Option<&wgpu::Surface<'_>>,
    ) -> Result<Vec<(wgpu::Adapter, AdapterSummary)>, GpuError> {
        let adapters = self.enumerate();
        let facts: Vec<_> = adapters
            .iter()
            .map(|adapter| facts(adapter, surface))
            .collect();
        let wish = AdapterWish {
            name: self.wanted_name.as_deref(),
            choice,
            power: self.power,
        };
        let chosen = wish.choose(&facts, |found| self.tried(found))?;
        let adapter = |at: usize| (adapters[at].clone(), facts[at].summary.clone());
        Ok(chosen.into_iter().map(adapter).collect())
    }

    /// Returns all adapters. Not by `request_adapter`, which returns one: the next best may be the first that can present
    /// to the window.
    fn enumerate(&self) -> Vec<wgpu::Adapter> {
        pollster::block_on(self.instance.enumerate_adapters(self.interfaces))
    }

    /// Returns the text of [`GpuError::NoAdapter`]: the graphics APIs that were tried, and the adapters that were
    /// refused.
    fn tried(&self, found: &[String]) -> String {
        let compiled = self.interfaces & wgpu::Instance::enabled_backend_features();
        let mut names: Vec<String> = compiled
            .iter_names()
            .map(|(name, _)| name.to_lowercase())
            .collect();
        if names.is_empty() {
            names.push("nothing: this build has none of the requested graphics APIs".to_owned());
        }
        if !found.is_empty() {
            names.push(format!("only {}", found.join(", ")));
        }
        names.join(", ")
    }
}

/// What the choice depends on, without a surface as if the adapter could present to it.
fn facts(adapter: &wgpu::Adapter, surface: Option<&wgpu::Surface<'_>>) -> AdapterFacts {
    AdapterFacts {
        summary: AdapterSummary::of(adapter),
        kind: adapter.get_info().device_type,
        storage_buffers: adapter.limits().max_storage_buffers_per_shader_stage,
        presents: surface.is_none_or(|surface| adapter.is_surface_supported(surface)),
    }
}

/// Reads a list such as `vulkan,dx12`. An empty list is no API at all, not all of them.
fn parse_interfaces(list: &str) -> Result<wgpu::Backends, GpuError> {
    let mut chosen = wgpu::Backends::empty();
    for word in list
        .split(',')
        .map(str::trim)
        .filter(|word| !word.is_empty())
    {
        let known = INTERFACES
            .iter()
            .find(|(name, _)| word.eq_ignore_ascii_case(name));
        let Some(&(_, interface)) = known else {
            return Err(GpuError::BadVariable {
                name: "WGPU_BACKEND",
                value: list.to_owned(),
                expected: INTERFACES_EXPECTED,
            });
        };
        chosen |= interface;
    }
    Ok(chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interfaces_are_read_whatever_their_case_and_spacing() {
        let both = wgpu::Backends::VULKAN | wgpu::Backends::DX12;
        assert_eq!(parse_interfaces(" Vulkan, d3d12,"), Ok(both));
    }

    #[test]
    fn an_unknown_interface_is_refused_by_the_variables_name() {
        let error = GpuInstance::with_environment(GpuEnvironment {
            interfaces: Some("vulkan,foo"),
            ..GpuEnvironment::default()
        })
        .unwrap_err();
        assert_eq!(
            error.to_string(),
            "WGPU_BACKEND=vulkan,foo is invalid: expected a list of vulkan, metal, dx12, gl"
        );
    }

    #[test]
    fn the_preference_of_power_is_that_of_its_variable() {
        let of = |power| {
            GpuInstance::with_environment(GpuEnvironment {
                power,
                ..GpuEnvironment::default()
            })
        };
        assert_eq!(of(None).unwrap().power, Power::High);
        assert_eq!(of(Some("low")).unwrap().power, Power::Low);
        assert_eq!(
            of(Some("lots")).unwrap_err().to_string(),
            "WGPU_POWER_PREF=lots is invalid: expected low, high or none"
        );
    }

    #[test]
    fn without_any_adapter_the_error_says_what_was_tried_and_what_to_do() {
        let none = GpuInstance::with_environment(GpuEnvironment {
            interfaces: Some("gl"),
            ..GpuEnvironment::default()
        })
        .unwrap();
        let text = none
            .choose(AdapterChoice::Any, None)
            .unwrap_err()
            .to_string();
        assert!(
            text.contains("--backend software") && text.contains("mesa-vulkan-drivers"),
            "{text}"
        );
    }

    #[test]
    fn an_adapter_name_without_a_match_is_an_error_that_lists_the_adapters() {
        let instance = GpuInstance::with_environment(GpuEnvironment {
            adapter_name: Some("No Such Card"),
            ..GpuEnvironment::default()
        })
        .unwrap();
        let error = instance.choose(AdapterChoice::Any, None).unwrap_err();
        let GpuError::NoSuchAdapter { wanted, found } = error else {
            panic!("{error}")
        };
        assert_eq!(wanted, "no such card");
        assert_eq!(found.len(), instance.adapters().len());
    }
}
