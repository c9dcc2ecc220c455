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
 * All its rules and gaps: the glossary.
 */
glossary: Array<RuleView>, 
/**
 * Whether ships on the table can be played without a scenario.
 */
any_ships: boolean, 
/**
 * The number of ships that take part, if the book fixes it.
 */
exactly_ships: number | null, 
/**
 * The sides that the app can command, for one player alone.
 */
commanders_for: Array<string>, 
/**
 * Whether they can be commanded by Mahan's procedure.
 */
by_procedure: boolean, 
/**
 * Whether they can be commanded by a commander who thinks ahead.
 */
by_thinking: boolean, 
/**
 * Whether moves may also be taken as seen, without being judged.
 */
unjudged: boolean, };
