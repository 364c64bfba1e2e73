// What a check of `pestle doctor` can find.

export interface Finding {
  /** `problem` makes doctor exit with 1; `note` is worth knowing. */
  readonly level: 'ok' | 'note' | 'problem';
  readonly text: string;
  /** How to mend it. */
  readonly mend?: string;
}

export const ok = (text: string): Finding => ({ level: 'ok', text });
export const note = (text: string, mend?: string): Finding => ({
  level: 'note',
  text,
  ...(mend === undefined ? {} : { mend }),
});
export const problem = (text: string, mend: string): Finding => ({ level: 'problem', text, mend });
