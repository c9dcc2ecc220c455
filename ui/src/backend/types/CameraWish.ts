// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * What the app wants from a phone's camera.
 */
export type CameraWish = { 
/**
 * Whether it is the source in use (or shown in the gallery): otherwise it sends nothing.
 */
in_use: boolean, 
/**
 * Reduced pictures per second while something moves.
 */
stream_fps: number, 
/**
 * Width of the reduced pictures, pixels.
 */
stream_width_px: number, 
/**
 * Counts the requests for one full picture: when it grows, the phone sends one.
 */
full_pictures: number, };
