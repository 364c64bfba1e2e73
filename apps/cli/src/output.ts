// What the command line writes for people: plain lines, emphasis only where a terminal shows it.
import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Styled for a terminal that shows styles (NO_COLOR is heeded); plain elsewhere. */
export function styled(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

export function say(...lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

/** What went wrong; apart from answers, which other programs may read. */
export function complain(...lines: readonly string[]): void {
  process.stderr.write(`${lines.join('\n')}\n`);
}

/** An end that the person can do something about: its message is all that is shown. */
export class CommandError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CommandError';
  }
}

/** The sentence for a port that another program holds, or undefined for another error. */
export function portInUse(error: unknown, port: number, option: string): CommandError | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error) || error.code !== 'EADDRINUSE')
    return undefined;
  return new CommandError(
    `Port ${port} is in use by another program. Stop it, or choose another port with ${option}.`,
  );
}
