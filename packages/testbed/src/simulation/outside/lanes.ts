// Judges at the pharmacies' end that no lane takes more at a time than its pharmacy does (D4), over all nodes.
import type { Violation } from '@pestle/cli/check/evidence';
import type { Pharmacy } from './pharmacy.ts';
import type { WireRequest } from './wire.ts';

export class LaneJudge {
  examined = 0;
  readonly violations: Violation[] = [];
  /** Of whatever was under way when the store's clock was set the leases mean nothing. */
  #clockSetAtMs = 0;
  readonly #sinceMs = new WeakMap<WireRequest, number>();

  clockSet(atMs: number): void {
    this.#clockSetAtMs = atMs;
  }

  /** A request has arrived at its pharmacy. */
  arrived(request: WireRequest, { open, setup }: Pharmacy, nowMs: number): void {
    this.examined += 1;
    this.#sinceMs.set(request, nowMs);
    const counted = [...open].filter((one) => this.#counts(one));
    if (counted.length > setup.concurrency)
      this.violations.push({
        what: `a pharmacy that takes ${setup.concurrency} at a time has ${counted.length}`,
        ids: [setup.id],
      });
  }

  /** A process that was stopped does not know that its lease is over. */
  #counts(request: WireRequest): boolean {
    const { sender } = request;
    const since = this.#sinceMs.get(request) ?? 0;
    return (
      request.isOpen() &&
      sender.isAlive &&
      sender.stoppedAtMs <= since &&
      since > this.#clockSetAtMs + CLOCK_COUNTS_MS
    );
  }
}

/** The longest lease of an attempt, and its request's way to the pharmacy. */
const CLOCK_COUNTS_MS = 20_000;
