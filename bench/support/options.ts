// What every bench is told by the command line.

export interface BenchOptions {
  /** Fewer and shorter rounds. */
  readonly quick: boolean;
  /** What stands behind the bench's name. */
  readonly args: readonly string[];
}

/** Arguments that are written as `name=value`; one without a value is there with none. */
export function namedArguments(args: BenchOptions['args']): ReadonlyMap<string, string | undefined> {
  return new Map(args.map((arg) => arg.split('=') as [string, string | undefined]));
}
