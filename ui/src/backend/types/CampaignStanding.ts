// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { BattleStanding } from "./BattleStanding";
import type { Career } from "./Career";
import type { SideStanding } from "./SideStanding";

/**
 * How a campaign stands.
 */
export type CampaignStanding = { 
/**
 * Its calendar: the battles, in order of their days; those without a day last.
 */
battles: Array<BattleStanding>, 
/**
 * The sides.
 */
sides: Array<SideStanding>, 
/**
 * The ships' careers, by book and ship.
 */
ships: Array<Career>, 
/**
 * Battles that can't be read and are not counted: a sentence each, which says why.
 */
left_out: Array<string>, };
