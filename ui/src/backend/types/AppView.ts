// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { KnownShipView } from "./KnownShipView";
import type { SourceView } from "./SourceView";

/**
 * The app as it stands.
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
 * A lens is known.
 */
lens_known: boolean, 
/**
 * The table is calibrated.
 */
table_known: boolean, 
/**
 * Ships mustered.
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
 * What went wrong at the start, one sentence each.
 */
troubles: Array<string>, 
/**
 * Ships known to the book, with the measures of their models, to muster from.
 */
known_ships: Array<KnownShipView>, 
/**
 * Which mustered ships look too alike to be told apart, and what to do, one sentence each.
 */
look_alike: Array<string>, };
