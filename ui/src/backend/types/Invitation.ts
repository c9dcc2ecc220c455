// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { QrCode } from "./QrCode";

/**
 * The invitation that is shown now. Its key is used once, then replaced.
 */
export type Invitation = { 
/**
 * The address with the key, as in the QR code.
 */
url: string, 
/**
 * The QR code of that address.
 */
qr: QrCode, 
/**
 * Seconds until the key expires; a new one comes by itself.
 */
expires_in_s: number, };
