// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A QR code.
 */
export type QrCode = { 
/**
 * Its rows from the top; in each, "1" is a dark module and "0" a light one.
 */
rows: Array<string>, };
