// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { RuleSwitchView } from "./RuleSwitchView";

/**
 * A rule, or a gap and how it is filled.
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
 * Of a gap: what the sheet leaves open.
 */
question: string | null, 
/**
 * How it is read.
 */
reading: string | null, 
/**
 * Why it is read so.
 */
because: string | null, 
/**
 * Options by which players read it otherwise, each with its words.
 */
switches: Array<RuleSwitchView>, 
/**
 * What a player should know besides.
 */
note: string | null, };
