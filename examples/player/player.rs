//! The player: reacts to keys and to the mouse, and shows the film.

use core::time::Duration;

use damselfly::capture::Film;
use damselfly::prelude::*;
use damselfly::world::{FilterMode, WindowRequest};

use super::controls::{Control, Layout, Status};
use super::playback::Playback;
use super::screen::Screen;
use super::voice::Voice;

/// Altitude of the film's text. The control bar is drawn over it.
const TEXT: u16 = 2;

/// Plays a film. Its object shows the film's frame.
#[derive(Clone, Debug, Checksum)]
pub(crate) struct Player {
    #[checksum(skip)]
    screen: Screen,
    playback: Playback,
    /// `None` if the film has no sound.
    voice: Option<Voice>,
    #[checksum(skip)]
    layout: Layout,
    /// Whether the mouse holds the seek bar.
    seeking: bool,
    /// Whether the film's text is shown instead of its pixels.
    as_text: bool,
    /// A problem with the film, which the bar shows.
    warning: Option<String>,
}

impl Player {
    /// Adds the film to the world, and plays it.
    ///
    /// # Errors
    /// Fails if the first frame cannot be read, or if the atlas has no room for it.
    pub(crate) fn start(
        name: &str,
        film: Film,
        layout: Layout,
        cx: &mut Context<'_>,
    ) -> Result<(), Error> {
        let warning = film.damage().map(|damage| {
            let frames = film.len();
            format!("the film is {damage}; playing the {frames} frames before the damage")
        });
        let playback = Playback::new(film.duration());
        let voice = Voice::new(&film, cx.assets)?;
        cx.change_window(WindowRequest::Title(format!("{name} - Player")));
        let screen = Screen::new(film, cx.assets)?;
        let object = Object {
            kind: "Film",
            position: layout.middle(),
            solidness: Solidness::Spectral,
            sprite: Some(screen.sprite()),
            scale: Vec2::splat(layout.scale()),
            // Integer magnifications stay crisp. A shrunk film with nearest filtering would lose whole rows of pixels.
            filter: if layout.scale() < 1.0 {
                FilterMode::Linear
            } else {
                FilterMode::Nearest
            },
            ..Object::default()
        };
        let player = Self {
            screen,
            playback,
            voice,
            layout,
            seeking: false,
            as_text: false,
            warning,
        };
        cx.spawn_with(object, player);
        Ok(())
    }

    /// Returns the index of the shown frame, from 0.
    fn shown(&self) -> usize {
        let time = self.playback.time();
        self.screen.film(|film| film.frame_at(time))
    }

    /// Pauses at the next or the previous frame.
    fn turn(&mut self, forward: bool) {
        let shown = self.shown();
        let frame = if forward {
            shown + 1
        } else {
            shown.saturating_sub(1)
        };
        let last = |film: &Film| film.time_of(frame.min(film.len() - 1));
        let time = self.screen.film(last);
        self.playback.pause_at(time);
    }

    fn press(&mut self, control: Control) {
        let playback = &mut self.playback;
        match control {
            Control::ToStart => playback.seek(0.0),
            Control::Slower => playback.change_speed(false),
            Control::Faster => playback.change_speed(true),
            Control::Back => self.turn(false),
            Control::Forward => self.turn(true),
            Control::Play => playback.toggle(),
            Control::Reverse => playback.turn(),
            Control::Seek => self.seeking = true,
        }
    }

    /// Shows the frame at the current time.
    fn show(&mut self, cx: &mut Context<'_>) {
        if let Err(error) = self.screen.show(self.shown(), cx.assets) {
            self.playback.pause_at(self.playback.time());
            self.warning = Some(error.to_string());
        }
    }
}

/// Returns a time as minutes, seconds and hundredths.
fn clock(time: Duration) -> String {
    let hundredths = time.as_millis() / 10;
    let (minutes, seconds) = (hundredths / 6000, hundredths / 100 % 60);
    format!("{minutes:02}:{seconds:02}.{:02}", hundredths % 100)
}

impl Behavior for Player {
    fn input(&mut self, event: &InputEvent, cx: &mut Context<'_>) {
        match *event {
            InputEvent::Key {
                key,
                pressed: true,
                repeat,
                ..
            } => match key {
                Key::Escape | Key::Q => cx.stop(),
                Key::Space if !repeat => self.press(Control::Play),
                Key::R if !repeat => self.press(Control::Reverse),
                Key::Left => self.press(Control::Back),
                Key::Right => self.press(Control::Forward),
                Key::Up => self.press(Control::Faster),
                Key::Down => self.press(Control::Slower),
                Key::Home => self.press(Control::ToStart),
                Key::End => self.playback.seek(1.0),
                Key::T if !repeat => {
                    self.as_text = !self.as_text;
                    cx.me().set_visible(!self.as_text);
                }
                _ => {}
            },
            InputEvent::MouseButton {
                button: MouseButton::Left,
                pressed,
                position,
            } => {
                self.seeking = false;
                if pressed && let Some(control) = self.layout.control_at(position) {
                    self.press(control);
                }
            }
            _ => {}
        }
    }

    fn step(&mut self, cx: &mut Context<'_>) {
        if self.seeking {
            let place = cx.input.mouse_position();
            self.playback.seek(self.layout.part_at(place));
        } else {
            self.playback.advance();
        }
        self.show(cx);
        if let Some(voice) = &mut self.voice {
            let is_moving = self.playback.is_playing() && !self.seeking;
            voice.follow(&self.playback, is_moving, cx);
        }
    }

    fn draw(&mut self, cx: &mut Context<'_>) {
        if self.as_text {
            let style = TextStyle::from(Color::WHITE);
            let times = self.layout.text_scale();
            let text = self.screen.text();
            let size = cx.text_size(&text, style) * f32::from(times);
            let room = 2.0 * self.layout.middle();
            let corner = ((room - size) / 2.0).max(Vec2::ZERO).floor();
            cx.canvas(TEXT)
                .text(corner, &text, style.scaled(times.into()));
        }
        let playback = &self.playback;
        let (length, frames) = self.screen.film(|film| (film.duration(), film.len()));
        let status = Status {
            part: playback.part(),
            is_playing: playback.is_playing(),
            is_backwards: playback.is_backwards(),
            text: format!(
                "{} / {}   frame {}/{frames}   {}",
                clock(playback.time()),
                clock(length),
                self.shown() + 1,
                playback.speed()
            ),
            warning: self.warning.clone(),
        };
        let mouse = if self.seeking {
            Some(Control::Seek)
        } else if cx.input.mouse_is_inside() {
            self.layout.control_at(cx.input.mouse_position())
        } else {
            None
        };
        self.layout.draw(&status, mouse, cx);
    }

    fn checksum(&self, sum: &mut ChecksumWriter) {
        self.write_checksum(sum);
    }
}
