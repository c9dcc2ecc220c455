// Generated from Rust by `UPDATE_TYPES=1 cargo test -p ironclad-table --test types`.
/**
 * A sentence with the ids of its rules.
 */
export type RuledSentence = { 
/**
 * The sentence.
 */
text: string, 
/**
 * Rule ids it rests on ("GUN-33").
 */
rules: Array<string>, };
