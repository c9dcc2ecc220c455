// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { OptionSpecView } from "./OptionSpecView";
import type { RuleView } from "./RuleView";

/**
 * A rule book that battles are played by.
 */
export type BookView = { 
/**
 * Its id ("gunboat").
 */
id: string, 
/**
 * Its name.
 */
title: string, 
/**
 * One sentence: what kind of game it is.
 */
about: string, 
/**
 * Its options.
 */
options: Array<OptionSpecView>, 
/**
 * Every rule and gap of it: the glossary.
 */
glossary: Array<RuleView>, 
/**
 * Ships that stand on the table can be played without a scenario.
 */
any_ships: boolean, 
/**
 * So many ships take part, where the book says how many.
 */
exactly_ships: number | null, 
/**
 * The sides that the app can command: for who plays alone.
 */
commanders_for: Array<string>, 
/**
 * Moves may also be taken as they are seen, judged by nobody.
 */
unjudged: boolean, };
