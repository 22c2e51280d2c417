//! The choice of the graphics adapter: hardware first, software only if allowed.
//!
//! Reads wgpu's environment variables: `WGPU_BACKEND` (graphics APIs to try), `WGPU_ADAPTER_NAME` (part of a name),
//! `WGPU_POWER_PREF` (`low` prefers the integrated card of two), and its switches for debugging, such as
//! `WGPU_VALIDATION`. wgpu itself picks a single adapter and panics if none has the wanted name. Here the next adapter
//! is tried, and errors list the adapters.

use core::fmt;

use super::error::GpuError;

/// Kinds of adapter that are allowed. Defaults to `Any`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AdapterChoice {
    /// Hardware only. A driver that draws on the CPU is refused: the software backend is faster.
    Hardware,
    /// Hardware if available, else a driver that draws on the CPU. The default.
    #[default]
    Any,
    /// The adapter of this number in [`GpuInstance::adapters`], from 0, whatever its kind and name are. After the loss
    /// of its device it is recognised, also at another number.
    Number(usize),
}

/// Name and kind of an adapter.
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

/// Identity of an adapter, which stays the same when the drivers list their adapters again.
#[derive(Clone, Debug, PartialEq, Eq)]
struct AdapterIdentity {
    name: String,
    vendor: u32,
    device: u32,
    /// Distinguishes two cards of a kind; may be empty.
    bus: String,
    backend: wgpu::Backend,
}

impl AdapterIdentity {
    fn of(adapter: &wgpu::Adapter) -> Self {
        let info = adapter.get_info();
        Self {
            name: info.name,
            vendor: info.vendor,
            device: info.device,
            bus: info.device_pci_bus_id,
            backend: info.backend,
        }
    }
}

/// Access to the graphics drivers. Clones share it: the window's thread creates surfaces from it, the game's thread
/// draws on them.
#[derive(Clone, Debug)]
pub struct GpuInstance {
    instance: wgpu::Instance,
    /// Graphics APIs to look for adapters in.
    interfaces: wgpu::Backends,
    /// Value of `WGPU_ADAPTER_NAME` in lower case.
    wanted_name: Option<String>,
}

impl GpuInstance {
    /// Opens the graphics APIs, or only those in `WGPU_BACKEND` if it is set. Variables that are empty or not Unicode
    /// count as not set.
    ///
    /// # Errors
    /// If `WGPU_BACKEND` names no known API. Missing drivers show later: [`Self::adapters`] is then empty, and opening
    /// a device fails.
    pub fn new() -> Result<Self, GpuError> {
        let read = |name| {
            std::env::var(name)
                .ok()
                .filter(|value| !value.trim().is_empty())
        };
        Self::with_variables(
            read("WGPU_BACKEND").as_deref(),
            read("WGPU_ADAPTER_NAME").as_deref(),
        )
    }

    /// Like [`Self::new`], with arguments instead of the environment variables: `interfaces` instead of `WGPU_BACKEND`,
    /// the graphics APIs to try, separated by commas; `adapter_name` instead of `WGPU_ADAPTER_NAME`, a part of the
    /// adapter's name in upper or lower case. `None` for a variable that is not set.
    ///
    /// # Errors
    /// If `interfaces` names no known graphics API.
    pub fn with_variables(
        interfaces: Option<&str>,
        adapter_name: Option<&str>,
    ) -> Result<Self, GpuError> {
        let interfaces = match interfaces {
            None => wgpu::Backends::all(),
            Some(list) => parse_interfaces(list)?,
        };
        let mut description = wgpu::InstanceDescriptor::new_without_display_handle();
        description.backends = interfaces;
        description.flags = description.flags.with_env();
        Ok(Self {
            instance: wgpu::Instance::new(description),
            interfaces,
            wanted_name: adapter_name.map(str::to_lowercase),
        })
    }

    /// Returns all adapters in the order of preference: discrete graphics cards, integrated ones (before the discrete
    /// ones if `WGPU_POWER_PREF` is `low`), virtual ones, unknown kinds, and last drivers that draw on the CPU. Empty
    /// without a driver.
    pub fn adapters(&self) -> Vec<AdapterSummary> {
        let all = self.enumerate().into_iter();
        all.map(|(_, summary)| summary).collect()
    }

    /// Returns wgpu's instance.
    pub(super) fn wgpu(&self) -> &wgpu::Instance {
        &self.instance
    }

    /// Returns the adapters with the wanted name, or else those that the choice allows: at least one, the preferred one
    /// first.
    ///
    /// # Errors
    /// [`GpuError::NoSuchAdapter`] if none has the wanted name, and [`GpuError::NoAdapter`] if none is allowed.
    pub(super) fn choose(
        &self,
        choice: AdapterChoice,
    ) -> Result<Vec<(wgpu::Adapter, AdapterSummary)>, GpuError> {
        let all = self.enumerate();
        if let AdapterChoice::Number(number) = choice {
            return numbered(all, number).map(|adapter| vec![adapter]);
        }
        allowed(all, self.wanted_name.as_deref(), choice, |found| {
            self.tried(found)
        })
    }

    /// Like [`Self::choose`], after the device of an adapter was lost. If it was chosen by its number, only that adapter is
    /// allowed: without it, or with a new one, others have different numbers.
    ///
    /// # Errors
    /// Like [`Self::choose`], or [`GpuError::NoSuchAdapter`] if the adapter is gone.
    pub(super) fn choose_again(
        &self,
        choice: AdapterChoice,
        lost: &wgpu::Adapter,
    ) -> Result<Vec<(wgpu::Adapter, AdapterSummary)>, GpuError> {
        let AdapterChoice::Number(number) = choice else {
            return self.choose(choice);
        };
        let identity = AdapterIdentity::of(lost);
        let is_lost = |adapter: &wgpu::Adapter| AdapterIdentity::of(adapter) == identity;
        let name = AdapterSummary::of(lost).to_string();
        same(self.enumerate(), number, is_lost, &name).map(|adapter| vec![adapter])
    }

    /// Returns all adapters, the preferred one first. Does not use `request_adapter`, which returns only one adapter:
    /// perhaps only a later one can present to the window.
    fn enumerate(&self) -> Vec<(wgpu::Adapter, AdapterSummary)> {
        let power = wgpu::PowerPreference::from_env().unwrap_or_default();
        let mut all = pollster::block_on(self.instance.enumerate_adapters(self.interfaces));
        // The sort is stable, so that two cards of a kind keep the driver's order, which usually has the better one
        // first.
        all.sort_by_key(|adapter| rank(adapter.get_info().device_type, power));
        let with_summary = |adapter| {
            let summary = AdapterSummary::of(&adapter);
            (adapter, summary)
        };
        all.into_iter().map(with_summary).collect()
    }

    /// Returns the field `tried` of [`GpuError::NoAdapter`]: the graphics APIs that were tried, and the refused
    /// adapters.
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

/// Reads a list such as `vulkan,dx12`. wgpu logs and ignores unknown names. A list without any known name is an error.
fn parse_interfaces(list: &str) -> Result<wgpu::Backends, GpuError> {
    let interfaces = wgpu::Backends::from_comma_list(list);
    if interfaces.is_empty() {
        return Err(GpuError::BadVariable(format!(
            "WGPU_BACKEND={list} is invalid: expected a list of vulkan, metal, dx12, gl"
        )));
    }
    Ok(interfaces)
}

/// Returns the order of preference of a kind of adapter: lower is better.
fn rank(kind: wgpu::DeviceType, power: wgpu::PowerPreference) -> u8 {
    let saves_power = power == wgpu::PowerPreference::LowPower;
    match kind {
        wgpu::DeviceType::DiscreteGpu => u8::from(saves_power),
        wgpu::DeviceType::IntegratedGpu => u8::from(!saves_power),
        wgpu::DeviceType::VirtualGpu => 2,
        wgpu::DeviceType::Other => 3,
        wgpu::DeviceType::Cpu => 4,
    }
}

/// Returns the adapters to try: with a matching name if `wanted` is set, or else of an allowed kind. `tried` computes
/// the field `tried` of [`GpuError::NoAdapter`] from the names of all adapters.
fn allowed<A>(
    mut all: Vec<(A, AdapterSummary)>,
    wanted: Option<&str>,
    choice: AdapterChoice,
    tried: impl FnOnce(&[String]) -> String,
) -> Result<Vec<(A, AdapterSummary)>, GpuError> {
    let found: Vec<String> = all.iter().map(|(_, it)| it.to_string()).collect();
    // A name overrides the choice: a driver that draws on the CPU is allowed if it is asked for by name.
    all.retain(|(_, summary)| match wanted {
        Some(wanted) => summary.name.to_lowercase().contains(wanted),
        None => summary.hardware || choice == AdapterChoice::Any,
    });
    match wanted {
        _ if !all.is_empty() => Ok(all),
        Some(wanted) => {
            let found = available(&found);
            let text = format!("WGPU_ADAPTER_NAME={wanted} matches no adapter: {found}");
            Err(GpuError::NoSuchAdapter(text))
        }
        None => Err(GpuError::NoAdapter {
            tried: tried(&found),
        }),
    }
}

/// Returns the adapter of this number, counted from 0.
///
/// # Errors
/// If there are fewer adapters. The error lists all of them with their numbers.
fn numbered<A>(
    mut all: Vec<(A, AdapterSummary)>,
    number: usize,
) -> Result<(A, AdapterSummary), GpuError> {
    if number < all.len() {
        return Ok(all.swap_remove(number));
    }
    let listed = all.iter().enumerate();
    let listed: Vec<String> = listed
        .map(|(number, (_, it))| format!("{number}: {it}"))
        .collect();
    let found = available(&listed);
    let text = format!("there is no graphics adapter {number}: {found}");
    Err(GpuError::NoSuchAdapter(text))
}

/// Returns the adapter that `is_same` accepts: the one of this number, or else the first one.
///
/// # Errors
/// If there is none. The error contains `name` and lists all adapters.
fn same<A>(
    mut all: Vec<(A, AdapterSummary)>,
    number: usize,
    is_same: impl Fn(&A) -> bool,
    name: &str,
) -> Result<(A, AdapterSummary), GpuError> {
    let mut numbers = (0..all.len()).filter(|at| is_same(&all[*at].0));
    let first = numbers.next();
    let own = first.into_iter().chain(numbers).find(|at| *at == number);
    match own.or(first) {
        Some(at) => Ok(all.swap_remove(at)),
        None => {
            let listed: Vec<_> = all.iter().map(|(_, it)| it.to_string()).collect();
            let text = format!(
                "the graphics adapter {name} is gone: {}",
                available(&listed)
            );
            Err(GpuError::NoSuchAdapter(text))
        }
    }
}

/// Returns the end of an error message that lists adapters.
fn available(listed: &[String]) -> String {
    match listed.is_empty() {
        true => "none is available".to_owned(),
        false => format!("available are {}", listed.join(", ")),
    }
}

/// Calls `make` with one adapter after the other, and returns its first success.
///
/// # Errors
/// The error of the first adapter, which is the preferred one. Each error is logged if there is another adapter to try.
pub(super) fn first_that_works<A, T>(
    adapters: impl IntoIterator<Item = A>,
    mut make: impl FnMut(A) -> Result<T, GpuError>,
) -> Result<T, GpuError> {
    let mut adapters = adapters.into_iter().peekable();
    let mut first = None;
    while let Some(adapter) = adapters.next() {
        match make(adapter) {
            Ok(made) => return Ok(made),
            Err(error) => {
                if adapters.peek().is_some() {
                    log::warn!("{error}; trying the next graphics adapter");
                }
                first.get_or_insert(error);
            }
        }
    }
    Err(first.unwrap_or_else(|| GpuError::NoDevice("no adapter".to_owned())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use wgpu::DeviceType::{Cpu, DiscreteGpu, IntegratedGpu, Other, VirtualGpu};
    use wgpu::PowerPreference::{HighPerformance, LowPower};

    fn adapter(name: &str) -> (usize, AdapterSummary) {
        let summary = AdapterSummary {
            name: name.to_owned(),
            backend: "vulkan".to_owned(),
            hardware: name != "llvmpipe",
            driver: String::new(),
        };
        (name.len(), summary)
    }

    fn names(chosen: Vec<(usize, AdapterSummary)>) -> Vec<String> {
        chosen
            .into_iter()
            .map(|(_, summary)| summary.name)
            .collect()
    }

    #[test]
    fn graphics_cards_come_before_drivers_that_draw_on_the_cpu() {
        let sorted = |power| {
            let mut kinds = [Cpu, Other, VirtualGpu, IntegratedGpu, DiscreteGpu];
            kinds.sort_by_key(|&kind| rank(kind, power));
            kinds
        };
        let expected = [DiscreteGpu, IntegratedGpu, VirtualGpu, Other, Cpu];
        assert_eq!(sorted(HighPerformance), expected);
        assert_eq!(sorted(wgpu::PowerPreference::default()), expected);
        let expected = [IntegratedGpu, DiscreteGpu, VirtualGpu, Other, Cpu];
        assert_eq!(sorted(LowPower), expected);
    }

    #[test]
    fn a_name_or_the_choice_allows_adapters() {
        let (any, hardware) = (AdapterChoice::Any, AdapterChoice::Hardware);
        for (wanted, choice, expected) in [
            (None, any, &["Arc", "Iris", "llvmpipe"][..]),
            (None, hardware, &["Arc", "Iris"]),
            // A named adapter is chosen even if its kind is not allowed.
            (Some("llvm"), hardware, &["llvmpipe"]),
        ] {
            let all = ["Arc", "Iris", "llvmpipe"].map(adapter).to_vec();
            let chosen = allowed(all, wanted, choice, |found| found.join("+"));
            assert_eq!(names(chosen.unwrap()), expected, "{wanted:?} {choice:?}");
        }
    }

    #[test]
    fn without_an_allowed_adapter_the_error_lists_all() {
        let name = "llvmpipe (vulkan, software)".to_owned();
        let no_adapter = GpuError::NoAdapter {
            tried: name.clone(),
        };
        let text = format!("WGPU_ADAPTER_NAME=arc matches no adapter: available are {name}");
        let no_such = GpuError::NoSuchAdapter(text);
        for (wanted, expected) in [(None, no_adapter), (Some("arc"), no_such)] {
            let all = vec![adapter("llvmpipe")];
            let chosen = allowed(all, wanted, AdapterChoice::Hardware, |found| {
                found.join("+")
            });
            assert_eq!(chosen.unwrap_err(), expected);
        }
    }

    #[test]
    fn a_number_selects_an_adapter_of_any_kind() {
        let all = || ["Arc", "Iris", "llvmpipe"].map(adapter).to_vec();
        for (number, expected) in [(0, "Arc"), (1, "Iris"), (2, "llvmpipe")] {
            let (_, chosen) = numbered(all(), number).unwrap();
            assert_eq!(chosen.name, expected);
        }
        let one = vec![adapter("llvmpipe")];
        for (all, found) in [
            (one, "available are 0: llvmpipe (vulkan, software)"),
            (Vec::new(), "none is available"),
        ] {
            let text = format!("there is no graphics adapter 7: {found}");
            assert_eq!(numbered(all, 7), Err(GpuError::NoSuchAdapter(text)));
        }
    }

    #[test]
    fn a_lost_adapter_is_found_again_at_another_number() {
        let all = |names: &[&str]| names.iter().map(|name| adapter(name)).collect::<Vec<_>>();
        // Adapters are identified by the length of their names here.
        let again = |names: &[&str], number| same(all(names), number, |&id| id == 4, "Iris");
        for (names, number, expected) in [
            (&["Arc", "Iris"][..], 1, "Iris"),
            (&["Iris", "llvmpipe"], 1, "Iris"),
            (&["Titan", "Arc", "Iris"], 1, "Iris"),
            // Of two that look alike, the one at the number.
            (&["Iris", "Xe 2"], 1, "Xe 2"),
            (&["Iris", "Xe 2"], 0, "Iris"),
        ] {
            let (_, found) = again(names, number).unwrap();
            assert_eq!(found.name, expected, "{names:?} {number}");
        }
        let gone = again(&["llvmpipe"], 0).unwrap_err();
        let text = "the graphics adapter Iris is gone: available are llvmpipe (vulkan, software)";
        assert_eq!(gone, GpuError::NoSuchAdapter(text.to_owned()));
    }

    #[test]
    fn a_number_is_the_same_adapter_after_a_loss() {
        let instance = GpuInstance::new().unwrap();
        let choice = AdapterChoice::Number(0);
        // Without a graphics driver there is none.
        let Ok(chosen) = instance.choose(choice) else {
            return;
        };
        let again = instance.choose_again(choice, &chosen[0].0).unwrap();
        assert_eq!((again.len(), &again[0].1), (1, &chosen[0].1));
    }

    #[test]
    fn the_next_adapter_is_tried_if_the_first_fails() {
        let refused = |name: &str| GpuError::NoDevice(name.to_owned());
        let mut tried = Vec::new();
        let made = first_that_works(["a", "b", "c"], |name| {
            tried.push(name);
            if name == "a" {
                Err(refused(name))
            } else {
                Ok(name)
            }
        });
        assert_eq!((made, tried), (Ok("b"), vec!["a", "b"]));
        let failed: Result<(), _> = first_that_works(["a", "b"], |name| Err(refused(name)));
        assert_eq!(failed, Err(refused("a")), "that of the preferred one");
    }

    #[test]
    fn interfaces_are_read_whatever_their_case_and_spacing() {
        let both = wgpu::Backends::VULKAN | wgpu::Backends::DX12;
        assert_eq!(parse_interfaces(" Vulkan, d3d12,"), Ok(both));
    }

    #[test]
    fn unknown_interfaces_are_an_error_that_names_the_variable() {
        let error = GpuInstance::with_variables(Some("foo"), None).unwrap_err();
        assert_eq!(
            error.to_string(),
            "WGPU_BACKEND=foo is invalid: expected a list of vulkan, metal, dx12, gl"
        );
    }

    #[test]
    fn without_an_adapter_the_error_names_the_remedies() {
        let none = GpuInstance::with_variables(Some("gl"), None).unwrap();
        let text = none.choose(AdapterChoice::Any).unwrap_err().to_string();
        assert!(
            text.contains("--backend software") && text.contains("mesa-vulkan-drivers"),
            "{text}"
        );
    }

    #[test]
    fn an_unknown_adapter_name_is_an_error_with_the_list() {
        let instance = GpuInstance::with_variables(None, Some("No Such Card")).unwrap();
        let error = instance.choose(AdapterChoice::Any).unwrap_err();
        let text = error.to_string();
        assert!(
            text.starts_with("WGPU_ADAPTER_NAME=no such card matches no adapter: "),
            "{text}"
        );
        let mut adapters = instance.adapters().into_iter();
        assert!(
            adapters.all(|adapter| text.contains(&adapter.to_string())),
            "{text}"
        );
    }
}
