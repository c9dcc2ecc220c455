// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A chance that slipped away, or came, a little every turn.
 */
export type SlowDrift = { 
/**
 * The first turn of it.
 */
from_turn: number, 
/**
 * The last turn of it.
 */
to_turn: number, 
/**
 * The event after which it begins.
 */
from_seq: number, 
/**
 * "Union lost a little every turn from 6 to 9: 12 % in all".
 */
sentence: string, 
/**
 * What happened meanwhile, in words.
 */
why: string, };
