// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { BattleOfCareer } from "./BattleOfCareer";
import type { Honour } from "./Honour";
import type { Kill } from "./Kill";
import type { Refit } from "./Refit";
import type { RowStanding } from "./RowStanding";
export type Career = { book: string, ship: string, name: string, side: string, crew: string | null, battles: Array<BattleOfCareer>, kills: Array<Kill>, honours: Array<Honour>, refits: Array<Refit>, condition: Array<RowStanding>, fate: string | null, };
