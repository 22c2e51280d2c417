//! The measurements of a scene of one size with one backend, as a line of JSON.

use super::json::Json;
use super::machine::Machine;
use super::statistics::Timing;

/// Kinds of times, in the order of a frame: the whole frame first.
pub(crate) const TIMES: [&str; 6] = ["frame", "step", "batch", "upload", "submit", "gpu"];

/// Measurements of a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Record {
    pub(crate) machine: Machine,
    pub(crate) scene: String,
    pub(crate) size: u64,
    /// Unit of the size.
    pub(crate) unit: String,
    /// `gpu` or `software`.
    pub(crate) backend: String,
    /// Name of the GPU, or the number of threads of the software backend.
    pub(crate) adapter: String,
    /// The graphics driver; empty for the software backend.
    pub(crate) driver: String,
    /// Width and height of the image in pixels.
    pub(crate) image: [u64; 2],
    /// Number of measured frames.
    pub(crate) frames: u64,
    /// The times, in the order of [`TIMES`]. `None` if they are not known.
    pub(crate) times: [Option<Timing>; TIMES.len()],
    /// Draw calls of the last frame.
    pub(crate) draw_calls: u64,
    /// Sprites in the drawn chunks of the last frame.
    pub(crate) sprites: u64,
    /// Mean bytes copied to the backend per frame, and the share of instances in them.
    pub(crate) upload_bytes: u64,
    pub(crate) instance_bytes: u64,
    /// Bytes on the device.
    pub(crate) device_bytes: u64,
    /// Bytes of the process that are in memory, at the end of the run. `None` if the system does not report it.
    pub(crate) resident_bytes: Option<u64>,
}

impl Record {
    /// Returns the times of a kind.
    pub(crate) fn time(&self, kind: &str) -> Option<&Timing> {
        let at = TIMES.iter().position(|name| *name == kind)?;
        self.times[at].as_ref()
    }

    /// Returns the record as one line of JSON.
    pub(crate) fn line(&self) -> String {
        let text = |text: &str| Json::Text(text.to_owned());
        let machine = &self.machine;
        let mut members = vec![
            ("scene", text(&self.scene)),
            ("size", number(self.size)),
            ("unit", text(&self.unit)),
            ("backend", text(&self.backend)),
            ("adapter", text(&self.adapter)),
            ("driver", text(&self.driver)),
            ("width", number(self.image[0])),
            ("height", number(self.image[1])),
            ("frames", number(self.frames)),
        ];
        let names = TIMES.map(|kind| format!("{kind}_ms"));
        let times = names.iter().zip(&self.times);
        members.extend(times.map(|(name, time)| (name.as_str(), timing(time.as_ref()))));
        members.extend([
            ("draw_calls", number(self.draw_calls)),
            ("sprites", number(self.sprites)),
            ("upload_bytes", number(self.upload_bytes)),
            ("instance_bytes", number(self.instance_bytes)),
            ("device_bytes", number(self.device_bytes)),
            (
                "resident_bytes",
                self.resident_bytes.map_or(Json::Null, number),
            ),
            ("version", text(&machine.version)),
            ("build", text(&machine.build)),
            ("cpu", text(&machine.cpu)),
            ("cores", number(machine.cores)),
            ("system", text(&machine.system)),
        ]);
        let members = members.into_iter();
        let object = Json::Object(members.map(|(name, it)| (name.to_owned(), it)).collect());
        let mut line = String::new();
        object.write(&mut line);
        line
    }

    /// Reads a line of JSON.
    ///
    /// # Errors
    /// It is not valid JSON, or a member is missing or has another type.
    pub(crate) fn parse(line: &str) -> Result<Self, String> {
        let object = Json::parse(line)?;
        let member = |name: &str| {
            let found = object.get(name);
            found.ok_or_else(|| format!("has no member \"{name}\""))
        };
        let text = |name: &str| {
            let text = member(name)?.text().map(str::to_owned);
            text.ok_or_else(|| format!("\"{name}\" is not a text"))
        };
        let count = |name: &str| whole(member(name)?, name);
        let mut times = [const { None }; TIMES.len()];
        for (kind, time) in TIMES.iter().zip(&mut times) {
            let name = format!("{kind}_ms");
            *time = match member(&name)? {
                Json::Null => None,
                value => {
                    let fault =
                        || format!("\"{name}\" is not an object of median, p95, p99, parts");
                    Some(parsed_timing(value).ok_or_else(fault)?)
                }
            };
        }
        Ok(Self {
            scene: text("scene")?,
            size: count("size")?,
            unit: text("unit")?,
            backend: text("backend")?,
            adapter: text("adapter")?,
            driver: text("driver")?,
            image: [count("width")?, count("height")?],
            frames: count("frames")?,
            times,
            draw_calls: count("draw_calls")?,
            sprites: count("sprites")?,
            upload_bytes: count("upload_bytes")?,
            instance_bytes: count("instance_bytes")?,
            device_bytes: count("device_bytes")?,
            resident_bytes: match member("resident_bytes")? {
                Json::Null => None,
                value => Some(whole(value, "resident_bytes")?),
            },
            machine: Machine {
                version: text("version")?,
                build: text("build")?,
                cpu: text("cpu")?,
                cores: count("cores")?,
                system: text("system")?,
            },
        })
    }
}

/// Returns an integer as a JSON number. Counts and bytes are far below 2⁵³, above which `f64` rounds.
fn number(value: u64) -> Json {
    Json::Number(value as f64)
}

/// Returns the integer of a JSON number.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "an integer from 0 to 2^53"
)]
fn whole(value: &Json, name: &str) -> Result<u64, String> {
    let number = value.number();
    let allowed = |number: &f64| number.fract() == 0.0 && (0.0..=9e15).contains(number);
    let found = number.filter(allowed).map(|number| number as u64);
    found.ok_or_else(|| format!("\"{name}\" is not an integer of at least 0"))
}

fn timing(time: Option<&Timing>) -> Json {
    let Some(time) = time else { return Json::Null };
    // A nanosecond is the resolution of the clock.
    let ms = |value: f64| Json::Number((value * 1e6).round() / 1e6);
    let parts = time.parts.iter().map(|part| ms(*part)).collect();
    let members = [
        ("median", ms(time.median)),
        ("p95", ms(time.p95)),
        ("p99", ms(time.p99)),
        ("parts", Json::List(parts)),
    ];
    Json::Object(members.map(|(name, it)| (name.to_owned(), it)).to_vec())
}

fn parsed_timing(value: &Json) -> Option<Timing> {
    let ms = |value: &Json| value.number().filter(|ms| *ms >= 0.0);
    let member = |name| value.get(name).and_then(ms);
    let parts = value.get("parts")?.list()?.iter();
    Some(Timing {
        median: member("median")?,
        p95: member("p95")?,
        p99: member("p99")?,
        parts: parts.map(ms).collect::<Option<_>>()?,
    })
}
