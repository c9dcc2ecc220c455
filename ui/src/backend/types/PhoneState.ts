// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { PhoneId } from "./PhoneId";
import type { SeatOffer } from "./SeatOffer";
import type { Standing } from "./Standing";

/**
 * A phone's own state.
 */
export type PhoneState = { 
/**
 * Its number.
 */
phone: PhoneId, 
/**
 * Its name.
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
 * The seats it may ask for.
 */
offers: Array<SeatOffer>, 
/**
 * The SHA-256 fingerprint of the certificate, in hexadecimal pairs, to compare with the one on the host's screen.
 */
fingerprint: string, 
/**
 * How wrong its clock is, one sentence; absent if it agrees with the host's.
 */
clock: string | null, };
