// Paces wrong tries of tokens and dates of birth: slows down the source, and a link that is tried from many; neither is ever locked.

import { Buckets } from '../../kernel/buckets.ts';
import type { Ports } from '../../kernel/ports.ts';
import { addressKey } from '../../kernel/web/address-key.ts';
import { ROUTING_LIMITS as LIMITS } from '../limits.ts';

export class WrongTries {
  readonly #tries: Buckets;

  constructor(clock: Ports['clock']) {
    this.#tries = new Buckets(clock, LIMITS.patientTriesKeptMax);
  }

  /** Seconds until the next try from this address, at this link where one is known; 0: now. */
  waitSeconds(ip: string, linkId?: string): number {
    return Math.max(...pacesOf(ip, linkId).map((pace) => this.#tries.look(...pace).waitSeconds));
  }

  count(ip: string, linkId?: string): void {
    for (const pace of pacesOf(ip, linkId)) this.#tries.take(...pace);
  }
}

type Pace = readonly [key: string, tries: number, perMs: number];

function pacesOf(ip: string, linkId: string | undefined): readonly Pace[] {
  const { patientWrongTries: own, patientTryIntervalMs, patientLinkWrongTries: all } = LIMITS;
  const source: Pace = [`from ${addressKey(ip)}`, own, own * patientTryIntervalMs];
  return linkId === undefined
    ? [source]
    : [source, [`at ${linkId}`, all, all * LIMITS.patientLinkTryIntervalMs]];
}
