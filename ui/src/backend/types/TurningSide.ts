// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A side of the curve.
 */
export type TurningSide = { 
/**
 * The side's key.
 */
side: string, 
/**
 * Its title.
 */
title: string, };
