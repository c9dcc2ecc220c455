// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { BattleOfCareer } from "./BattleOfCareer";
import type { Honour } from "./Honour";
import type { Kill } from "./Kill";
import type { Refit } from "./Refit";
import type { RowStanding } from "./RowStanding";

/**
 * A ship's career.
 */
export type Career = { 
/**
 * The rule book's key: a ship has one card in each book.
 */
book: string, 
/**
 * The ship's id.
 */
ship: string, 
/**
 * The ship's name.
 */
name: string, 
/**
 * The key of the ship's side.
 */
side: string, 
/**
 * Captain and crew, as last noted.
 */
crew: string | null, 
/**
 * The ship's battles.
 */
battles: Array<BattleOfCareer>, 
/**
 * Ships whose loss is credited to this ship.
 */
kills: Array<Kill>, 
/**
 * Battle honours.
 */
honours: Array<Honour>, 
/**
 * Repairs and refits.
 */
refits: Array<Refit>, 
/**
 * The present state of the card.
 */
condition: Array<RowStanding>, 
/**
 * The ship's fate, if it was out of action in its last battle.
 */
fate: string | null, 
/**
 * That fate was a loss by the book: the ship takes part in no other battle.
 */
lost: boolean, };
