// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { DiceLuck } from "./DiceLuck";
import type { FireLuck } from "./FireLuck";
export type Luck = { dice: Array<DiceLuck>, fire: Array<FireLuck>, };
