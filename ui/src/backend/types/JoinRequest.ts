// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A phone's request to join, with `POST /api/join`.
 */
export type JoinRequest = { 
/**
 * The one-time key of the invitation, from the address in the QR code (after `#`).
 */
key: string, 
/**
 * The name to show, 1 to 40 characters.
 */
name: string, 
/**
 * The key of the seat that it asks for.
 */
seat: string, 
/**
 * The phone's clock, milliseconds since 1970: a wrong clock is reported, because certificates depend on it.
 */
clock_ms: number, };
