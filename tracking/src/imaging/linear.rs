//! Linear light from 8-bit sRGB codes.

use std::sync::LazyLock;

/// Linear light of an 8-bit sRGB value, 0 to 1 (IEC 61966-2-1).
pub static LINEAR: LazyLock<[f32; 256]> = LazyLock::new(|| {
    std::array::from_fn(|value| {
        let s = value as f64 / 255.0;
        let linear = if s <= 0.040_45 { s / 12.92 } else { ((s + 0.055) / 1.055).powf(2.4) };
        linear as f32
    })
});
