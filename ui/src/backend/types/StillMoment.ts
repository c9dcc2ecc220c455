// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * How long a still moment took from the camera to this view, milliseconds. The page measures the rest itself.
 */
export type StillMoment = { 
/**
 * The frame it was measured on.
 */
frame: number, 
/**
 * Time since the first frame that showed the table at rest, up to the frame that was measured.
 */
rest_ms: number, 
/**
 * Time from the decoded frame to the positions of the ships.
 */
placed_ms: number, 
/**
 * Time from the decoded frame until this view was sent to the window.
 */
handed_ms: number, 
/**
 * When it was sent, milliseconds since 1970.
 */
handed_at_ms: number, };
