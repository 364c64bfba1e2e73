// What goes to the process that runs commands, and what comes back.

/** A command as an operator typed it. */
export interface Typed {
  readonly args: readonly string[];
  /** The whole environment of the command. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
}

export interface Ran {
  /** Null when a signal ended it. */
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}
