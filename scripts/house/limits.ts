// Every bound of the house's own measures.

export const HOUSE_LIMITS = {
  /** Lines of a file, without blank ones and comments. */
  linesOfFile: 300,
  linesOfFunction: 70,
  filesInFolder: 15,
} as const;
