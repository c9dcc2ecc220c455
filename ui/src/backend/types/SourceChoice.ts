// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Where frames come from.
 */
export type SourceChoice = { "source": "demo" } | { "source": "camera", 
/**
 * The number, from 0.
 */
index: number, } | { "source": "url", 
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
path: string, };
