// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { ChancePoint } from "./ChancePoint";
import type { SlowDrift } from "./SlowDrift";
import type { TurningSide } from "./TurningSide";
import type { TurningStep } from "./TurningStep";

export type TurningView = { of: TurningSide, against: TurningSide, points: Array<ChancePoint>, steps: Array<TurningStep>, moments: Array<number>, drifts: Array<SlowDrift>, plan: number, dice: number, simulations: number, };
