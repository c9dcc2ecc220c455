// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Where frames come from.
 */
export type SourceChoice = { "source": "demo" } | { "source": "camera", 
/**
 * The number, from 0; if `id` is given, the number it had when it was listed.
 */
index: number, 
/**
 * Identifies the camera independent of its port and number.
 */
id?: string, } | { "source": "url", 
/**
 * The address.
 */
url: string, } | { "source": "video", 
/**
 * The file.
 */
path: string, } | { "source": "pictures", 
/**
 * The folder.
 */
path: string, } | { "source": "phone", 
/**
 * Identifies the phone (its browser) from evening to evening: 32 hexadecimal digits.
 */
device: string, 
/**
 * The lens, as the phone names it.
 */
lens: string, 
/**
 * Width of its full pictures, pixels.
 */
width_px: number, 
/**
 * Height of its full pictures, pixels.
 */
height_px: number, 
/**
 * Whose phone it was when it was listed.
 */
name?: string, };
