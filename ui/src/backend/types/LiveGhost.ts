// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { GhostReason } from "./GhostReason";
export type LiveGhost = { id: string, name: string, side: string, why: GhostReason, sentence: string, outline_px: Array<[number, number]>, stack_px: [number, number], ahead_px: [number, number], };
