// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
export type DiceLuck = { side: string | null, kind: string, die: string, faces: Array<number>, thrown: number, taken_back: number, sum: number, mean: number, expected_mean: number, deviations: number, chance: number, };
