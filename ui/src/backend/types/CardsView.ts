// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { CardFoundView } from "./CardFoundView";
export type CardsView = { cards: Array<CardFoundView>, sentence: string, settled: number, at_rest: boolean, };
