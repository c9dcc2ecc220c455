// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { PhoneId } from "./PhoneId";
import type { SeatOffer } from "./SeatOffer";
import type { Standing } from "./Standing";

/**
 * A phone in the host's list.
 */
export type PhoneRow = { 
/**
 * Its number.
 */
phone: PhoneId, 
/**
 * The name its player chose.
 */
name: string, 
/**
 * Where it stands.
 */
standing: Standing, 
/**
 * The seat it has, or asks for.
 */
seat: SeatOffer, 
/**
 * Whether it is connected now.
 */
connected: boolean, 
/**
 * Whether it offers its camera.
 */
offers_camera: boolean, 
/**
 * Its address in the net.
 */
address: string, 
/**
 * How wrong its clock is, one sentence; absent if it agrees.
 */
clock: string | null, };
