// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { Invitation } from "./Invitation";
import type { NetInterface } from "./NetInterface";
import type { PhoneRow } from "./PhoneRow";
import type { Refusal } from "./Refusal";

/**
 * The phones, for the host's screen.
 */
export type PhonesView = { 
/**
 * The interfaces of this computer, the likeliest first.
 */
interfaces: Array<NetInterface>, 
/**
 * The one the server is bound to; absent while phones are off.
 */
bound_to: NetInterface | null, 
/**
 * The invitation; absent while phones are off.
 */
invitation: Invitation | null, 
/**
 * The SHA-256 fingerprint of the certificate, in hexadecimal pairs; absent while phones are off.
 */
fingerprint: string | null, 
/**
 * The phones, in the order in which they came; those that were thrown out or left are not listed.
 */
phones: Array<PhoneRow>, 
/**
 * What the host should know: wrong keys that were tried, too many connections …, newest first.
 */
alarms: Array<string>, 
/**
 * Why phones could not be switched on, or what hinders them.
 */
trouble: Refusal | null, };
