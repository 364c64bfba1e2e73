// Which build this is: stamped on private tags, so that two builds on one page never meet in one registry entry.

/** The package's version, such as `0.1.0` (Semantic Versioning 2.0.0). A test holds it to package.json. */
export const VERSION = '0.1.0';
