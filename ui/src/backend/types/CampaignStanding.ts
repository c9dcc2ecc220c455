// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { BattleStanding } from "./BattleStanding";
import type { Career } from "./Career";
import type { SideStanding } from "./SideStanding";
export type CampaignStanding = { battles: Array<BattleStanding>, sides: Array<SideStanding>, ships: Array<Career>, };
