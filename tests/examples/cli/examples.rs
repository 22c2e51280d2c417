//! The list of examples, and functions that run a small version of each.

use super::program::Program;

/// An example program.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    pub name: &'static str,
    /// Arguments in addition to the options of all examples.
    pub arguments: &'static [&'static str],
    /// Size of its view in pixels.
    pub size: (u32, u32),
    pub has_demo: bool,
}

pub const SPRITE_MARK: Example = Example {
    name: "sprite_mark",
    arguments: &["--sprites", "200"],
    size: (1280, 720),
    has_demo: false,
};

pub const BENCHMARK: Example = Example {
    name: "benchmark",
    arguments: &["--show", "moving", "--count", "200"],
    size: (1280, 720),
    has_demo: false,
};

pub const VIEWER: Example = Example {
    name: "viewer",
    arguments: &[concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/assets/samples/dragonfly.spr"
    )],
    size: (640, 384),
    has_demo: false,
};

pub const PLAYER: Example = Example {
    name: "player",
    arguments: &[concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/assets/samples/breakout.dfrec"
    )],
    size: (640, 564),
    has_demo: false,
};

pub const SAUCER_SHOOT: Example = Example {
    name: "saucer_shoot",
    arguments: &[],
    size: (640, 384),
    has_demo: true,
};

pub const BALLS: Example = Example {
    name: "balls",
    arguments: &[],
    size: (1280, 720),
    has_demo: true,
};

pub const PLATFORMER: Example = Example {
    name: "platformer",
    arguments: &[],
    size: (640, 360),
    has_demo: true,
};

pub const PONG: Example = Example {
    name: "pong",
    arguments: &[],
    size: (640, 480),
    has_demo: false,
};

pub const BREAKOUT: Example = Example {
    name: "breakout",
    arguments: &[],
    size: (640, 480),
    has_demo: true,
};

pub const ASTEROIDS: Example = Example {
    name: "asteroids",
    arguments: &[],
    size: (640, 480),
    has_demo: true,
};

pub const EFFECTS: Example = Example {
    name: "effects",
    arguments: &[],
    size: (640, 360),
    has_demo: true,
};

pub const GJK: Example = Example {
    name: "gjk",
    arguments: &[],
    size: (960, 540),
    has_demo: true,
};

pub const LIGHTS: Example = Example {
    name: "lights",
    arguments: &[],
    size: (640, 360),
    has_demo: true,
};

pub const SURVIVORS: Example = Example {
    name: "survivors",
    arguments: &[],
    size: (640, 360),
    has_demo: true,
};

pub const LOOPS: Example = Example {
    name: "loops",
    arguments: &[],
    size: (960, 540),
    has_demo: true,
};

pub const SHOOTER: Example = Example {
    name: "shooter",
    arguments: &[],
    size: (640, 360),
    has_demo: true,
};

pub const CONVOY: Example = Example {
    name: "convoy",
    arguments: &[],
    size: (640, 360),
    has_demo: true,
};

/// All examples.
pub const EXAMPLES: &[Example] = &[
    SAUCER_SHOOT,
    BALLS,
    PONG,
    BREAKOUT,
    CONVOY,
    SHOOTER,
    ASTEROIDS,
    PLATFORMER,
    EFFECTS,
    GJK,
    LIGHTS,
    SURVIVORS,
    LOOPS,
    SPRITE_MARK,
    BENCHMARK,
    VIEWER,
    PLAYER,
];

impl Example {
    /// Returns the program with its own arguments, followed by `options`, which are separated by blanks.
    pub fn with(&self, options: &str) -> Program {
        Program::example(self.name)
            .arguments(self.arguments)
            .options(options)
    }

    /// Like [`Example::with`], without a window.
    pub fn headless(&self, options: &str) -> Program {
        self.with("--headless").options(options)
    }
}
