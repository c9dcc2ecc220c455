// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Throws of a die that show the same face.
 */
export type FaceGroupView = { 
/**
 * The number of one of them, by which the group is named.
 */
throw: number, 
/**
 * How many they are.
 */
throws: number, 
/**
 * What they show, if it was said.
 */
value: number | null, 
/**
 * That throw's face as seen from above: the address of a picture.
 */
picture: string, };
