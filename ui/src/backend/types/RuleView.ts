// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
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
title: string, };
