use winit::keyboard::KeyCode;

use super::*;

const R: PhysicalKey = PhysicalKey::Code(KeyCode::KeyR);
const A: PhysicalKey = PhysicalKey::Code(KeyCode::KeyA);

#[test]
fn a_foreign_key_stays_foreign_until_its_release() {
    let mut keys = ForeignKeys::default();
    assert!(keys.follow(R, true, true));
    // These are repeats. The first one may not be marked as a repeat.
    assert!(keys.follow(R, true, false) && keys.follow(R, true, false));
    assert!(!keys.follow(A, true, false));
    assert!(!keys.follow(R, false, false));
    assert!(!keys.follow(R, true, false));
}

#[test]
fn a_lost_focus_makes_every_key_new() {
    let mut keys = ForeignKeys::default();
    assert!(keys.follow(R, true, true) && keys.follow(A, true, true));
    keys.clear();
    assert!(!keys.follow(R, true, false) && !keys.follow(A, true, false));
}

#[test]
fn two_foreign_keys_are_released_separately() {
    let mut keys = ForeignKeys::default();
    assert!(keys.follow(R, true, true) && keys.follow(A, true, true));
    assert!(!keys.follow(R, false, true));
    assert!(keys.follow(A, true, false) && !keys.follow(R, true, false));
}
