// What is done with errors that nobody caught: a connection that ended is only written down, anything else ends the process in order.

import { isUnavailable, type Log } from '@pestle/service/kernel';
import closeWithGrace from 'close-with-grace';

export interface LastResort {
  readonly log: Pick<Log, 'error' | 'fatal'>;
  /** The process ends when this has, and after `stopMsMax` at the latest. */
  readonly stop: () => Promise<void>;
  readonly stopMsMax: number;
}

/**
 * Stops in order at SIGTERM and SIGINT, with status 0; with 1 when it took too long, or when an error that nobody foresaw
 * may have left anything in any state. A process manager starts it again.
 */
export function stopInTheEnd({ log, stop, stopMsMax }: LastResort): void {
  // A terminal that is gone, a full disk behind standard output: nobody reads what is said, and that is all.
  process.stdout.on('error', () => undefined);
  process.stderr.on('error', () => undefined);
  let ending = false;
  const caught = (thrown: unknown): void => {
    if (isUnavailable(thrown)) {
      log.error({ err: thrown }, 'a connection ended and nobody listened');
      return;
    }
    log.fatal({ err: thrown }, 'the process ends');
    if (ending) process.exit(1);
    ending = true;
    setTimeout(() => process.exit(1), stopMsMax).unref();
    stop().then(
      () => process.exit(1),
      () => process.exit(1),
    );
  };
  process.on('uncaughtException', caught).on('unhandledRejection', caught);
  closeWithGrace(
    // Nor `beforeExit`, after which it would end with 0 what has failed with 1, such as a start on a port that is taken.
    { delay: stopMsMax, logger: false, skip: ['uncaughtException', 'unhandledRejection', 'beforeExit'] },
    stop,
  );
}
