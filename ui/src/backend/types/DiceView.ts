// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { DieSeenView } from "./DieSeenView";
import type { TrayState } from "./TrayState";
export type DiceView = { tray_px: [number, number, number, number] | null, state: TrayState, throw: number | null, rested_at_ms: number | null, dice: Array<DieSeenView>, order: Array<number> | null, all_sure: boolean, sentence: string | null, };
