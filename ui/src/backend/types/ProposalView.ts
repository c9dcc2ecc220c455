// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { PlaceView } from "./PlaceView";
import type { RuledSentence } from "./RuledSentence";
import type { TooCloseView } from "./TooCloseView";
export type ProposalView = { ship: string, name: string, side: string, sentence: string, legal: boolean, way_in: number | null, plus_minus_in: number | null, allowed_in: number | null, over_in: number | null, reasons: Array<RuledSentence>, too_close: Array<TooCloseView>, from: PlaceView, stops: Array<PlaceView>, to: PlaceView, furthest: PlaceView | null, };
