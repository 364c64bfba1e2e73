// Every bound of the library, by name and unit: what a document may hold before it is refused.

/** Largest document that is read, in bytes (1 MB). A NewRx is about 5 kB. */
export const MAX_DOCUMENT_BYTES = 1_048_576;

/** Deepest nesting of elements or JSON values. The deepest path of the standard that we know has 14. */
export const MAX_DEPTH = 32;

/** Most elements (or JSON members) in one document. A full NewRx has about 150. */
export const MAX_ELEMENTS = 5000;

/** Most attributes on one element. The standard's root has 6; schema locations and namespaces add a few. */
export const MAX_ATTRIBUTES = 32;

/** Longest name of an attribute, element or JSON member, in characters. */
export const MAX_NAME_CHARS = 128;

/** Most findings one check reports; a document with more is answered with the first ones. */
export const MAX_FINDINGS = 200;

/** Most warnings one read reports. */
export const MAX_WARNINGS = 200;

/** Most edits in one profile. */
export const MAX_EDITS = 64;

/** Most times one field is written, where the standard sets no limit. */
export const MAX_REPEATS = 1000;

/** A text that is so many times longer than its field allows is refused as it is: it is not rewritten in ASCII first. */
export const MAX_REWRITE_FACTOR = 4;

/** An answer of nothing but blanks that is no longer than this counts as empty. */
export const MAX_BLANK_ANSWER_BYTES = 64;
