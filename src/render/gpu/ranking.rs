//! Which of the graphics adapters are tried, and in which order.

use super::adapter::{AdapterChoice, AdapterSummary};
use super::error::GpuError;

/// The storage buffers that the vertex shader reads: see `pipeline.rs`.
pub(super) const STORAGE_BUFFERS: u32 = 6;

/// Which graphics cards are preferred. Defaults to `High`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Power {
    /// Integrated ones.
    Low,
    /// Discrete ones.
    #[default]
    High,
}

impl Power {
    /// Reads a value of `WGPU_POWER_PREF`.
    pub(super) fn parse(value: &str) -> Result<Self, GpuError> {
        match value.trim().to_ascii_lowercase().as_str() {
            "low" => Ok(Self::Low),
            "high" | "none" => Ok(Self::High),
            _ => Err(GpuError::BadVariable {
                name: "WGPU_POWER_PREF",
                value: value.to_owned(),
                expected: "low, high or none",
            }),
        }
    }

    /// Returns the order of preference of a kind of adapter: lower is better.
    pub(super) fn rank(self, kind: wgpu::DeviceType) -> u8 {
        match (kind, self) {
            (wgpu::DeviceType::IntegratedGpu, Self::Low)
            | (wgpu::DeviceType::DiscreteGpu, Self::High) => 0,
            (wgpu::DeviceType::DiscreteGpu | wgpu::DeviceType::IntegratedGpu, _) => 1,
            (wgpu::DeviceType::VirtualGpu, _) => 2,
            (wgpu::DeviceType::Other, _) => 3,
            (wgpu::DeviceType::Cpu, _) => 4,
        }
    }
}

/// What the choice depends on.
#[derive(Clone, Debug)]
pub(super) struct AdapterFacts {
    pub(super) summary: AdapterSummary,
    pub(super) kind: wgpu::DeviceType,
    /// The most that a shader may read.
    pub(super) storage_buffers: u32,
    /// Whether it can present to the surface.
    pub(super) presents: bool,
}

/// Which adapter is wanted.
#[derive(Clone, Copy, Debug)]
pub(super) struct AdapterWish<'a> {
    /// A part of its name, in lower case.
    pub(super) name: Option<&'a str>,
    pub(super) choice: AdapterChoice,
    pub(super) power: Power,
}

impl AdapterWish<'_> {
    /// Returns the indices of the adapters to try, the preferred one first: one at least. `tried` returns the text of
    /// [`GpuError::NoAdapter`] from the names of all.
    ///
    /// # Errors
    /// [`GpuError::NoSuchAdapter`] if none has the wanted name, [`GpuError::NoAdapter`] if none is allowed,
    /// [`GpuError::NoDevice`] if none of those has what the shader needs, and [`GpuError::CannotPresent`] if none of
    /// these can present to the surface.
    pub(super) fn choose(
        self,
        all: &[AdapterFacts],
        tried: impl FnOnce(&[String]) -> String,
    ) -> Result<Vec<usize>, GpuError> {
        let found: Vec<String> = all.iter().map(|facts| facts.summary.to_string()).collect();
        let mut left: Vec<usize> = (0..all.len()).collect();
        // A name overrides the choice: a driver that draws on the CPU is taken if it is asked for by name.
        if let Some(wanted) = self.name {
            left.retain(|&at| all[at].summary.name.to_lowercase().contains(wanted));
            if left.is_empty() {
                return Err(GpuError::NoSuchAdapter {
                    wanted: wanted.to_owned(),
                    found,
                });
            }
        } else if self.choice == AdapterChoice::Hardware {
            left.retain(|&at| all[at].summary.hardware);
        }
        let Some(&first) = left.first() else {
            return Err(GpuError::NoAdapter {
                tried: tried(&found),
            });
        };
        left.retain(|&at| all[at].storage_buffers >= STORAGE_BUFFERS);
        if left.is_empty() {
            return Err(GpuError::NoDevice(format!(
                "{}: {STORAGE_BUFFERS} storage buffers in a shader are needed, and it has {}",
                found[first], all[first].storage_buffers
            )));
        }
        // Last, so that a window that no adapter can draw into is not reported as a missing driver.
        left.retain(|&at| all[at].presents);
        if left.is_empty() {
            return Err(GpuError::CannotPresent {
                reason: found.join(", "),
            });
        }
        // Stable: of two cards of a kind, the first is the one that the driver lists first.
        left.sort_by_key(|&at| self.power.rank(all[at].kind));
        Ok(left)
    }
}

/// Returns what can be made on the first of some adapters on which it can be made.
///
/// # Errors
/// That of the first one, which is the preferred one. Those of others are logged.
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
                    log::warn!("{error}; the next graphics adapter is tried");
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
    use wgpu::DeviceType::{Cpu, DiscreteGpu, IntegratedGpu, VirtualGpu};

    const ANY: AdapterWish<'static> = AdapterWish {
        name: None,
        choice: AdapterChoice::Any,
        power: Power::High,
    };

    fn adapter(name: &str, kind: wgpu::DeviceType) -> AdapterFacts {
        AdapterFacts {
            summary: AdapterSummary {
                name: name.to_owned(),
                backend: "vulkan".to_owned(),
                hardware: kind != Cpu,
                driver: String::new(),
            },
            kind,
            storage_buffers: 8,
            presents: true,
        }
    }

    fn machine() -> Vec<AdapterFacts> {
        vec![
            adapter("llvmpipe", Cpu),
            adapter("Iris", IntegratedGpu),
            adapter("Arc one", DiscreteGpu),
            adapter("virtio", VirtualGpu),
            adapter("Arc two", DiscreteGpu),
        ]
    }

    fn chosen(wish: AdapterWish<'_>, all: &[AdapterFacts]) -> Result<Vec<usize>, GpuError> {
        wish.choose(all, |found| found.join("+"))
    }

    #[test]
    fn all_that_are_allowed_are_tried_the_preferred_one_first() {
        let low = AdapterWish {
            power: Power::Low,
            ..ANY
        };
        let hardware = AdapterWish {
            choice: AdapterChoice::Hardware,
            ..ANY
        };
        let named = AdapterWish {
            name: Some("llvm"),
            ..hardware
        };
        for (wish, expected) in [
            (ANY, vec![2, 4, 1, 3, 0]),
            (low, vec![1, 2, 4, 3, 0]),
            (hardware, vec![2, 4, 1, 3]),
            // By name even if its kind is not allowed.
            (named, vec![0]),
        ] {
            assert_eq!(chosen(wish, &machine()), Ok(expected), "{wish:?}");
        }
    }

    #[test]
    fn one_that_lacks_what_is_needed_is_left_out_and_the_next_one_taken() {
        let mut all = machine();
        all[2].storage_buffers = STORAGE_BUFFERS - 1;
        all[4].presents = false;
        assert_eq!(chosen(ANY, &all), Ok(vec![1, 3, 0]));
    }

    #[test]
    fn without_any_the_error_says_what_is_missing() {
        let hardware = AdapterWish {
            choice: AdapterChoice::Hardware,
            ..ANY
        };
        let only = |change: fn(&mut AdapterFacts)| {
            let mut one = adapter("llvmpipe", Cpu);
            change(&mut one);
            [one]
        };
        let name = "llvmpipe (vulkan, software)";
        let nobody = AdapterWish {
            name: Some("arc"),
            ..ANY
        };
        for (wish, all, expected) in [
            (
                hardware,
                only(|_| {}),
                GpuError::NoAdapter {
                    tried: name.to_owned(),
                },
            ),
            (
                nobody,
                only(|_| {}),
                GpuError::NoSuchAdapter {
                    wanted: "arc".to_owned(),
                    found: vec![name.to_owned()],
                },
            ),
            (
                ANY,
                only(|one| one.storage_buffers = 4),
                GpuError::NoDevice(format!(
                    "{name}: 6 storage buffers in a shader are needed, and it has 4"
                )),
            ),
            (
                ANY,
                only(|one| one.presents = false),
                GpuError::CannotPresent {
                    reason: name.to_owned(),
                },
            ),
        ] {
            assert_eq!(chosen(wish, &all), Err(expected));
        }
    }

    #[test]
    fn what_cannot_be_made_on_one_adapter_is_made_on_the_next() {
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
    fn the_preference_of_power_is_read_or_refused_by_name() {
        assert_eq!(Power::parse(" Low"), Ok(Power::Low));
        assert_eq!(Power::parse("high"), Ok(Power::High));
        assert_eq!(Power::parse("none"), Ok(Power::High));
        let error = Power::parse("fast").unwrap_err().to_string();
        assert_eq!(
            error,
            "WGPU_POWER_PREF=fast is invalid: expected low, high or none"
        );
    }
}
