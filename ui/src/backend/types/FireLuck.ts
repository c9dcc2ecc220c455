// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
export type FireLuck = { side: string, shots: number, taken_back: number, expected_hits: number, sigma_hits: number, hits: number, deviations: number | null, };
