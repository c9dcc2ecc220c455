// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { BattleStanding } from "./BattleStanding";
import type { Career } from "./Career";
import type { DiceLuck } from "./DiceLuck";
import type { SideStanding } from "./SideStanding";

/**
 * The standing of a campaign.
 */
export type CampaignStanding = { 
/**
 * Its calendar: the battles in order of their dates; those without a date come last.
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
 * The luck of each named die over all battles.
 */
dice: Array<DiceLuck>, 
/**
 * Battles that can't be read and are not counted, with the reason in a sentence each.
 */
left_out: Array<string>, };
