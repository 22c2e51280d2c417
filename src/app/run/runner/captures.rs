//! Carries out the game's requests for films, screenshots, recordings of its input and the frame rate.

use std::path::Path;

use super::Runner;
use crate::app::run::overlays::Shown;
use crate::app::run::source::Source;
use crate::world::{CaptureRequest, Corner};

impl Runner<'_> {
    /// Carries out the requests of the latest step.
    pub(super) fn apply_captures(&mut self) {
        for request in core::mem::take(&mut self.core.requests.captures) {
            let is_replay = matches!(self.source, Source::Replay(_));
            match request {
                CaptureRequest::FrameRate(corner) => self.show_frame_rate(corner),
                request if is_replay => log::debug!("a replay ignores the game's {request:?}"),
                CaptureRequest::Screenshot(path) => self.save_step(&path),
                CaptureRequest::StartFilm(path) => {
                    self.out.capture.begin_film(&path);
                    self.out.update_frame_rate(&mut self.core);
                }
                CaptureRequest::StopFilm => {
                    self.out.capture.stop_film();
                    self.out.update_frame_rate(&mut self.core);
                }
                CaptureRequest::StartInput(path) => self.begin_input_file(&path),
                CaptureRequest::StopInput => self.end_input_file(),
            }
        }
    }

    fn show_frame_rate(&mut self, corner: Option<Corner>) {
        self.out.overlays.frame_rate.show(corner);
        self.out.update_frame_rate(&mut self.core);
    }

    fn save_step(&mut self, path: &Path) {
        let shown = Shown {
            core: &self.core,
            game: &*self.game,
            window: self.window_state.as_ref(),
        };
        let out = &mut self.out;
        let saved = out
            .capture
            .save_step(path, shown, &out.style, &mut out.overlays);
        match saved {
            Ok(()) => log::info!("screenshot {}", path.display()),
            Err(error) => log::error!("the game's screenshot: {error}"),
        }
    }

    fn begin_input_file(&mut self, path: &Path) {
        let Some(recorder) = &mut self.recorder else {
            return;
        };
        let file = path.display();
        if recorder.is_writing() {
            log::warn!("the game's recording {file} is ignored: the input is recorded already");
            return;
        }
        match recorder.write_to(path, &self.core) {
            Ok(()) => {
                self.records_for_game = true;
                log::info!("the input since the start is recorded to {file}");
            }
            Err(error) => log::error!("the game's recording: {error}"),
        }
    }

    fn end_input_file(&mut self) {
        if !core::mem::take(&mut self.records_for_game) {
            return;
        }
        let Some(recorder) = &mut self.recorder else {
            return;
        };
        match recorder.end_file(&self.core) {
            Ok(Some(path)) => log::info!("the recording {} ends", path.display()),
            Ok(None) => {}
            Err(error) => log::error!("the game's recording: {error}"),
        }
    }
}
