import { english } from './english/index';

/** All words of the screens in one language. Another language is one more file of this type. */
export type Words = typeof english;

/** The words that the screens show. */
export const words: Words = english;
