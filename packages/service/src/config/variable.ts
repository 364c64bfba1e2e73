// One environment variable as the table of them describes it.

export interface Variable {
  readonly name: string;
  /** What it decides, in a sentence for the reference. */
  readonly about: string;
  /** What holds without it, for the reference. */
  readonly without: string;
  /** Secrets may come from a file named by `<name>_FILE`, and are never repeated in messages. */
  readonly secret?: true;
  /** Long texts may come from a file as secrets do. */
  readonly long?: true;
}
