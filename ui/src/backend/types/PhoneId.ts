// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A phone that has joined, numbered from 1 since the server was started. It names the phone to the host; what proves
 * it to the server is its session cookie.
 */
export type PhoneId = number;
