// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
import type { PieceKind } from "./PieceKind";

/**
 * A player's description of a piece.
 */
export type PieceWords = { 
/**
 * Its id.
 */
id: string, 
/**
 * Its name for players.
 */
name: string, 
/**
 * What it is.
 */
kind: PieceKind, 
/**
 * Feet of water over it; shoals only.
 */
depth_ft: number, 
/**
 * Its height above the table, inches.
 */
height_in: number, 
/**
 * Whether it blocks fire and sight.
 */
blocks_sight: boolean, };
