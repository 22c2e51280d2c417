//! The way of a character does not depend on its speed.

use super::*;

/// A piece of ground: its width, the height by which it begins above the end of the piece before, and its angle in
/// degrees.
type Piece = (f32, f32, f32);

/// Walks `steps` steps at a speed over pieces of ground from a level one on. Returns the way, and in how many steps the
/// walker was not on the floor.
fn walk(form: Form, pieces: &[Piece], vx: f32, count: u32) -> (Vec2, u32) {
    in_empty_world(|core| {
        let side = vx.signum();
        let mut at = vec2(-60.0, 0.0);
        let ends = [(60.0, 0.0, 0.0), (900.0, 0.0, 0.0)];
        for &(width, step, degrees) in [ends[0]].iter().chain(pieces).chain([&ends[1]]) {
            at.y -= step;
            let end = vec2(width, -width * tan(degrees));
            let mut corners = [(0.0, 0.0), end.into(), (end.x, 400.0), (0.0, 400.0)];
            for (x, _) in &mut corners {
                *x *= side;
            }
            polygon(core, vec2(at.x * side, at.y), &corners);
            at += end;
        }
        let half = form.size().y / 2.0;
        let hero = walker(core, form.size().into(), (-30.0 * side, -half), 0.0);
        form.give(core, hero);
        edit(core, hero, |hero| hero.settings.step_height = 5.0);
        steps(core, 2);
        let from = place(core, hero);
        edit(core, hero, |hero| hero.vx = vx);
        let mut lost = 0;
        for _ in 0..count {
            steps(core, 1);
            lost += u32::from(!is_on_floor(core, hero));
        }
        (place(core, hero) - from, lost)
    })
}

fn speeds() -> impl Strategy<Value = f32> {
    prop::sample::select(vec![0.25_f32, -0.5, 1.0, -1.5, 2.0, 3.0])
}

proptest! {
    #![proptest_config(config(300))]

    #[test]
    fn steps_cost_a_box_no_way_and_others_little(
        form in prop::sample::select(FORMS.to_vec()),
        pieces in prop::collection::vec((12_u8..40, -5_i8..=5), 1..6),
        vx in speeds(),
    ) {
        let pieces: Vec<Piece> = pieces.iter().map(|&(width, step)| (width.into(), step.into(), 0.0)).collect();
        let height: f32 = pieces.iter().map(|(_, step, _)| step).sum();
        let (way, lost) = walk(form, &pieces, vx, 200);
        // A round or bevelled body rolls over an edge as over a slope.
        let edges = pieces.iter().map(|(_, step, _)| step.abs()).filter(|&step| step > 0.0);
        let rolled: f32 = edges.map(|step| 1.25 * step + vx.abs()).sum();
        let allowed = if form == Form::Box { 0.05 } else { 0.05 + rolled };
        let lack = vx.abs() * 200.0 - way.x.abs();
        prop_assert!(lack.abs() <= allowed && lost == 0, "{way} lacks {lack}, {lost} in the air");
        let width: f32 = pieces.iter().map(|(width, ..)| width).sum();
        prop_assert!(way.x.abs() < width + 40.0 || (way.y + height).abs() < 0.05, "{way}, up by {height}");
    }

    #[test]
    fn slopes_are_walked_equally_far_at_half_the_speed(
        form in prop::sample::select(FORMS.to_vec()),
        degrees in prop::sample::select(vec![-42.0_f32, -30.0, -15.0, 0.0, 15.0, 30.0, 42.0]),
        vx in speeds(),
    ) {
        // The walk begins on level ground, and does not reach the end of the slope.
        let pieces = [(600.0, 0.0, degrees)];
        let ways = [1_u8, 2, 4].map(|parts| walk(form, &pieces, vx / f32::from(parts), 80 * u32::from(parts)));
        for ((way, lost), parts) in ways.into_iter().zip([1.0, 2.0, 4.0]) {
            // Each step may add the distance that a slide keeps from a slope. The one at the foot may count as level.
            let allowed = 0.05 + 80.0 * parts * 2.0 / 1024.0 + vx.abs() / 2.0;
            prop_assert!((way - ways[0].0).length() < allowed && lost == 0, "{ways:?}");
        }
    }
}

#[test]
fn slopes_one_after_another_cost_at_most_a_step_each() {
    let cases = (
        prop::sample::select(FORMS.to_vec()),
        prop::collection::vec((4_u8..12, -8_i8..=8), 1..6),
        prop::sample::select(vec![0.5_f32, -1.0, 1.5]),
    );
    holds_in(cases, |(form, pieces, vx)| {
        let pieces: Vec<Piece> = pieces
            .iter()
            .map(|&(width, degrees)| (f32::from(width) * 5.0, 0.0, f32::from(degrees) * 5.0))
            .collect();
        let ways = [1_u8, 2].map(|parts| {
            walk(
                *form,
                &pieces,
                vx / f32::from(parts),
                160 * u32::from(parts),
            )
        });
        let allowed = vx.abs() * (pieces.len() + 1) as f32 + 0.1;
        prop_assert!((ways[0].0.x - ways[1].0.x).abs() < allowed, "{ways:?}");
        Ok(())
    });
}
