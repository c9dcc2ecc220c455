// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { LensState } from "./LensState";
import type { LensViewView } from "./LensViewView";
export type LensWizardView = { state: LensState, sentence: string, progress: number, steady: number, ghost_px: Array<[number, number]>, ghost_lines_px: Array<Array<[number, number]>>, seen_px: Array<[number, number]>, columns: number, covered: Array<boolean>, coverage: number, rms_px: number | null, unsure_px: number | null, focal_percent: number | null, views: Array<LensViewView>, can_finish: boolean, demo_holds: boolean, trouble: string | null, };
