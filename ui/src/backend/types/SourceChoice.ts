// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * Where frames come from.
 */
export type SourceChoice = { "source": "demo" } | { "source": "camera", 
/**
 * The number, from 0; where its id is told too, the one it had when it was listed.
 */
index: number, 
/**
 * What it is known by, whatever port it hangs on and whatever its number.
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
path: string, };
