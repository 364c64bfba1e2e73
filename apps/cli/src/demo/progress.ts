// Shows how far the demo is: a bar on a terminal, a line for each phase elsewhere; always on standard error, which is not the report's.
import { SingleBar } from 'cli-progress';

export interface Phase {
  at(value: number): void;
  /** `what` says how it ended. */
  end(what: string): void;
}

export interface Progress {
  /** Begins a phase of so many steps. */
  phase(name: string, total: number): Phase;
}

export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  return {
    phase: (name, total) => {
      const startedAt = performance.now();
      const bar = stream.isTTY ? startBar(stream, name, total) : undefined;
      return {
        at: (value) => bar?.update(value),
        end: (what) => {
          bar?.stop();
          const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
          stream.write(`${name}: ${what} (${seconds} s)\n`);
        },
      };
    },
  };
}

function startBar(stream: NodeJS.WriteStream, name: string, total: number): SingleBar {
  const bar = new SingleBar({
    format: `${name.padEnd(24)} {bar} {percentage}% | {eta_formatted} left`,
    stream,
    hideCursor: true,
    clearOnComplete: true,
  });
  bar.start(total, 0);
  return bar;
}
