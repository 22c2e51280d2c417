//! Repeats the shader's `reciprocal` in the same operations, and checks that the result does not depend on the device's
//! division. A change of one function needs the same change of the other.

/// Like `high` in `shaders/sprite.wgsl`.
fn high(v: f32) -> f32 {
    f32::from_bits(v.to_bits() & 0xffff_f000)
}

/// Like `remainder` in the shader.
fn remainder(v: f32, q: f32) -> f32 {
    let product = v * q;
    let (v_high, q_high) = (high(v), high(q));
    let (v_low, q_low) = (v - v_high, q - q_high);
    let outer = v_high * q_high - product;
    let inner = (outer + v_high * q_low) + v_low * q_high;
    let error = inner + v_low * q_low;
    (1.0 - product) - error
}

/// Like `reciprocal` in the shader, starting from the result of the device's division.
fn reciprocal(v: f32, rough: f32) -> f32 {
    let near = rough + rough * remainder(v, rough);
    let rest = remainder(v, near);
    let more = if rest > 0.0 { 1 } else { u32::MAX };
    let next = f32::from_bits(near.to_bits().wrapping_add(more));
    if remainder(v, next).abs() < rest.abs() {
        next
    } else {
        near
    }
}

#[test]
fn a_division_three_units_off_gives_the_exact_reciprocal() {
    for digits in 0..1 << 23 {
        // The tested areas are from 1 to 2^61, of either sign.
        let exponent = 127 + digits % 61;
        let sign = digits & 1;
        let v = f32::from_bits(sign << 31 | exponent << 23 | digits);
        let exact = 1.0 / v;
        for off in [-3, -1, 0, 1, 3] {
            let rough = f32::from_bits(exact.to_bits().wrapping_add_signed(off));
            assert!(
                reciprocal(v, rough).to_bits() == exact.to_bits(),
                "1 / {v:e}, {off} units off"
            );
        }
    }
}
