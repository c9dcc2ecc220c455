// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { Handicap } from "./Handicap";

/**
 * A commander who thinks ahead.
 */
export type ThinkingCommander = { 
/**
 * His rank: how long and how deep he thinks.
 */
rank: 'midshipman' | 'lieutenant' | 'captain' | 'admiral', 
/**
 * His character: what he likes to do.
 */
character: 'balanced' | 'ram_minded' | 'gunner' | 'cautious' | 'by_mahan', 
/**
 * How often he lets a turn pass without a thought.
 */
handicap: Handicap, };
