// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * How long a still moment took from the camera to this view, in milliseconds. What the page adds, it measures itself.
 */
export type StillMoment = { 
/**
 * The frame it was measured on.
 */
frame: number, 
/**
 * Since the first frame that showed the table at rest: the frames without motion that make a still moment.
 */
rest_ms: number, 
/**
 * From the decoded frame to the ships' places.
 */
placed_ms: number, 
/**
 * From the decoded frame until this view was handed to the window.
 */
handed_ms: number, 
/**
 * When it was handed over, milliseconds since 1970.
 */
handed_at_ms: number, };
