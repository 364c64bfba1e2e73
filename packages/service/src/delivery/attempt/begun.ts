// What every channel's attempt has in common once it has begun: it is sent, and then its end is recorded.
import type { FillNews } from '../ledger/fill-news.ts';
import type { Sent } from '../ledger/sent.ts';
import type { AttemptNews } from './news.ts';

/** An attempt that was put down: nobody else has it, and its message may leave. */
export interface Begun {
  /** Whose attempt it is; `writtenAt`: when its prescription was signed, null for a text. */
  readonly about: Omit<
    AttemptNews,
    'outcome' | 'httpStatus' | 'reason' | 'mayHaveArrived' | 'ms' | 'sinceSignedMs'
  > & {
    readonly writtenAt: string | null;
  };
  /** When its row was about to be claimed, by this process's monotonic clock. */
  readonly claimedAtMs: number;
  /** Sends it, unless what must be done first takes so long that it `mayLeave` no more. Never rejects for what the other side does. */
  readonly send: (mayLeave: () => boolean) => Promise<Sent>;
  /** Puts down what became of it, and answers what operators hear of what followed. `repeated`: the answer to an earlier call was lost, which may have put it down. */
  readonly finish: (sent: Sent, repeated: boolean) => Promise<FillNews | undefined>;
}
