// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { KnownShipView } from "./KnownShipView";
import type { SourceView } from "./SourceView";
import type { Trouble } from "./Trouble";

/**
 * The state of the app.
 */
export type AppView = { 
/**
 * The program's version.
 */
version: string, 
/**
 * The source.
 */
source: SourceView, 
/**
 * Whether a lens is known.
 */
lens_known: boolean, 
/**
 * Whether the table is calibrated.
 */
table_known: boolean, 
/**
 * The mustered ships.
 */
mustered: Array<string>, 
/**
 * The campaign file.
 */
campaign: string, 
/**
 * The battle in play, if there is one.
 */
battle: number | null, 
/**
 * The errors at the start.
 */
troubles: Array<Trouble>, 
/**
 * The ships of the book, with the sizes of their models, to muster from.
 */
known_ships: Array<KnownShipView>, 
/**
 * Which mustered ships look too similar to distinguish, and what to do, one sentence each.
 */
look_alike: Array<string>, };
