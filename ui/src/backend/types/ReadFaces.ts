// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { ReadFace } from "./ReadFace";
export type ReadFaces = { throw: number, faces: Array<ReadFace>, };
