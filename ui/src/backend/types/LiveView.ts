// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { DriftView } from "./DriftView";
import type { LiveGhost } from "./LiveGhost";
import type { LiveShip } from "./LiveShip";
import type { QuestionView } from "./QuestionView";
import type { SourceView } from "./SourceView";
import type { StillMoment } from "./StillMoment";

/**
 * The live table: sent whenever something changed, and about once a second where nothing did.
 */
export type LiveView = { 
/**
 * The frame it was read from.
 */
frame: number, 
/**
 * Picture width, pixels.
 */
width_px: number, 
/**
 * Picture height, pixels.
 */
height_px: number, 
/**
 * The source.
 */
source: SourceView, 
/**
 * Frames a second that reached the screen.
 */
shown_fps: number, 
/**
 * Milliseconds from decoded frame to observations, last time ships were measured.
 */
vision_ms: number, 
/**
 * The still moment this view is the first to show; none in views that repeat what was shown.
 */
still: StillMoment | null, 
/**
 * Something moves, or an arm lies over the table: nothing is measured where it is.
 */
moving: boolean, 
/**
 * The table has been calibrated.
 */
calibrated: boolean, 
/**
 * The playing area's outline in the picture, pixels; empty before calibration.
 */
table_px: Array<[number, number]>, 
/**
 * The ships.
 */
ships: Array<LiveShip>, 
/**
 * Where models should stand and don't, by the battle in play.
 */
ghosts: Array<LiveGhost>, 
/**
 * What only a player can settle.
 */
questions: Array<QuestionView>, 
/**
 * Whether camera and table stand as they were calibrated; none before that is known.
 */
drift: DriftView | null, 
/**
 * What should be said to the players, if anything (the source came back …).
 */
notices: Array<string>, 
/**
 * Another number whenever the battle in play has news: then `battle_changes` is asked for.
 */
battle_news: number, };
