// What every channel's attempt has in common once it has begun: it is sent, and then its end is recorded.
import type { Sent } from '../ledger/sent.ts';

/** An attempt that was put down: nobody else has it, and its message may leave. */
export interface Begun {
  /** Sends it. Never rejects for what the other side does. */
  readonly send: () => Promise<Sent>;
  /** Puts down what became of it. `repeated`: the answer to an earlier call was lost, which may have put it down. */
  readonly finish: (sent: Sent, repeated: boolean) => Promise<void>;
}
