// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { RuleSwitchView } from "./RuleSwitchView";

/**
 * A rule, or a gap with its interpretation.
 */
export type RuleView = { 
/**
 * Its id ("GUN-33").
 */
id: string, 
/**
 * What it is about, in a few words.
 */
title: string, 
/**
 * For a gap: what the sheet leaves open.
 */
question: string | null, 
/**
 * The interpretation.
 */
reading: string | null, 
/**
 * The reason for the interpretation.
 */
because: string | null, 
/**
 * Options with which players choose another interpretation.
 */
switches: Array<RuleSwitchView>, 
/**
 * What else a player should know.
 */
note: string | null, };
