// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { DiceView } from "./DiceView";
import type { DriftView } from "./DriftView";
import type { LiveGhost } from "./LiveGhost";
import type { LiveShip } from "./LiveShip";
import type { LiveThing } from "./LiveThing";
import type { QuestionView } from "./QuestionView";
import type { SourceView } from "./SourceView";
import type { StillMoment } from "./StillMoment";

/**
 * The live table: sent on every change, and otherwise about once a second.
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
 * Pictures per second that reached the screen.
 */
shown_fps: number, 
/**
 * Milliseconds from decoded frame to observations, at the last measurement.
 */
vision_ms: number, 
/**
 * The still moment that this view is the first to show; absent in later views.
 */
still: StillMoment | null, 
/**
 * Whether something moves or an arm is over the table; then nothing is measured there.
 */
moving: boolean, 
/**
 * Whether the table has been calibrated.
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
 * Ships of the battle in play that do not stand where they should.
 */
ghosts: Array<LiveGhost>, 
/**
 * Things that lie on the table and are no ships.
 */
things: Array<LiveThing>, 
/**
 * The tray for dice, and the dice in it.
 */
dice: DiceView, 
/**
 * Doubts that only a player can resolve, those that are due first.
 */
questions: Array<QuestionView>, 
/**
 * Whether camera and table still stand as calibrated; absent while unknown.
 */
drift: DriftView | null, 
/**
 * Messages for the players (the source came back …).
 */
notices: Array<string>, 
/**
 * Changes whenever lens, table or fleet are replaced; the page then calls `app`.
 */
calibration_news: number, 
/**
 * Changes whenever the battle in play has news; the page then calls `battle_changes`.
 */
battle_news: number, };
