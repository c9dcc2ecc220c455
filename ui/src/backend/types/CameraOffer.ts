// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A phone's camera, offered as a source.
 */
export type CameraOffer = { 
/**
 * Identifies the phone (its browser) from evening to evening: 32 hexadecimal digits that it keeps.
 */
device: string, 
/**
 * The lens, as the browser names it ("camera2 0, facing back").
 */
lens: string, 
/**
 * Width of the full pictures, pixels.
 */
width_px: number, 
/**
 * Height of the full pictures, pixels.
 */
height_px: number, 
/**
 * Whether the browser could fix the focus.
 */
focus_fixed: boolean, 
/**
 * Whether the browser could fix the exposure.
 */
exposure_fixed: boolean, };
