//! Noise for textures: the same seed gives the same pattern, bit for bit.

/// A number in [0, 1) from a lattice point: an integer hash (xxHash's finishing steps).
pub(crate) fn unit_hash(seed: u32, x: i32, y: i32) -> f32 {
    let mut bits = seed.wrapping_add((x as u32).wrapping_mul(0x9E37_79B1));
    bits ^= (y as u32).wrapping_mul(0x85EB_CA77).rotate_left(13);
    bits = (bits ^ (bits >> 15)).wrapping_mul(0x85EB_CA77);
    bits = (bits ^ (bits >> 13)).wrapping_mul(0xC2B2_AE3D);
    ((bits ^ (bits >> 16)) >> 8) as f32 / (1 << 24) as f32
}

/// Value noise in [0, 1], smooth between lattice points.
pub(crate) fn smooth_noise(seed: u32, x: f32, y: f32) -> f32 {
    // The library's floor is a call; a table never comes near the ends of these numbers.
    let below = |value: f32| (value + 65_536.0) as i32 - 65_536;
    let (column, row) = (below(x), below(y));
    let ease = |t: f32| t * t * (3.0 - 2.0 * t);
    let (right, up) = (ease(x - column as f32), ease(y - row as f32));
    let at = |dx: i32, dy: i32| unit_hash(seed, column + dx, row + dy);
    let low = at(0, 0) * (1.0 - right) + at(1, 0) * right;
    let high = at(0, 1) * (1.0 - right) + at(1, 1) * right;
    low * (1.0 - up) + high * up
}

/// Three octaves of [`smooth_noise`], in [0, 1].
pub(crate) fn layered_noise(seed: u32, x: f32, y: f32) -> f32 {
    (4.0 * smooth_noise(seed, x, y)
        + 2.0 * smooth_noise(seed ^ 0x55, x * 2.03, y * 2.03)
        + smooth_noise(seed ^ 0xAA, x * 4.1, y * 4.1))
        / 7.0
}
