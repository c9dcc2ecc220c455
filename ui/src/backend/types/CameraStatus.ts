// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * The state of a phone's camera, reported every few seconds.
 */
export type CameraStatus = { 
/**
 * Charge of the battery, 0 to 1; absent where the browser does not say.
 */
battery: number | null, 
/**
 * Whether it is being charged.
 */
charging: boolean | null, 
/**
 * Pictures per second that the camera gives. Fewer than asked for: the phone is hot, or dark.
 */
camera_fps: number, 
/**
 * Pictures that the phone could not send in time.
 */
dropped: number, };
