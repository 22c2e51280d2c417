//! Gaps that are as wide as a character.

use super::*;
use damselfly::world::SlideSettings;

/// A body fits into a gap of exactly its own width, although both edges of the gap hold a round body back.
#[test]
fn characters_fall_into_gaps_of_their_own_width() {
    // Each form with the height of its centre over the lower end of its widest part.
    let forms = [(Form::Circle, 0.0), (Form::Capsule, 2.0)];
    let cases = forms.map(|form| [65.0, 165.0, 225.0].map(|x| (form, x)));
    for ((form, widest), x) in cases.concat() {
        for vx in [-3.0, -0.25, 0.0, 0.25, 1.0] {
            for (push, top_down) in [(0.0, false), (0.001, false), (-0.002, false), (0.0, true)] {
                in_empty_world(|core| {
                    spawn(core, block(x - 45.0, 100.0, 40.0, 5.0));
                    let corners = [(0.0, 0.0), (25.0, -40.0), (25.0, 20.0), (0.0, 20.0)];
                    polygon(core, vec2(x + 5.0, 100.0), &corners);
                    let at = (x + push, 99.7 - widest);
                    let hero = walker(core, form.size().into(), at, vx);
                    form.give(core, hero);
                    if top_down {
                        edit(core, hero, |hero| hero.settings = SlideSettings::top_down());
                    }
                    steps(core, 60);
                    let at = place(core, hero);
                    assert!(
                        at.y > 120.0,
                        "{form:?} at {x}, {vx}, {push}, {top_down}: {at}"
                    );
                });
            }
        }
    }
}

/// The gap between the slope's upright side and the wall is exactly as wide as the character. Rounding makes them
/// overlap slightly, which must not stop the fall.
#[test]
fn characters_fall_between_a_slope_and_a_wall() {
    for (degrees, width) in [(15.0, 45.0), (30.0, 45.0), (42.0, 30.0), (15.0, 70.0)] {
        for vx in [-3.0, 0.0, 0.25, 1.0] {
            for form in [Form::Circle, Form::Capsule] {
                in_empty_world(|core| {
                    let rise = width * tan(degrees);
                    let corners = [(0.0, 0.0), (width, -rise), (width, 20.0), (0.0, 20.0)];
                    polygon(core, vec2(170.0 - width, 100.0), &corners);
                    spawn(core, block(180.0, 0.0, 20.0, 140.0));
                    let at = (175.0, 97.0 - rise);
                    let hero = walker(core, form.size().into(), at, vx);
                    form.give(core, hero);
                    steps(core, 60);
                    let at = place(core, hero);
                    assert!(at.y > 120.0, "{form:?} at {degrees}, {width}, {vx}: {at}");
                });
            }
        }
    }
}
