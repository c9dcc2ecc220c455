// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A network interface that the server can be bound to.
 */
export type NetInterface = { 
/**
 * The system's name ("wlan0").
 */
name: string, 
/**
 * Its address ("192.168.1.20").
 */
address: string, };
