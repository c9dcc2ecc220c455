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
 * Her id.
 */
ship: string, 
/**
 * Her name.
 */
name: string, 
/**
 * Her side's key.
 */
side: string, 
/**
 * Captain and crew, as last noted.
 */
crew: string | null, 
/**
 * Her battles.
 */
battles: Array<BattleOfCareer>, 
/**
 * Ships whose loss is credited to her.
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
 * Her card as it is now.
 */
condition: Array<RowStanding>, 
/**
 * What became of her, if she went out of her last battle.
 */
fate: string | null, 
/**
 * That was a loss, as the book reads it: she comes along to no other battle.
 */
lost: boolean, };
