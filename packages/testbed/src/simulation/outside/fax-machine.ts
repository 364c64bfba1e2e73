// The machine that faxes come out of, and the phone that texts reach: what was handed over, when, and what came out.
import { createHash } from 'node:crypto';
import { readFaxText } from '@pestle/sandbox/fax/evidence';
import type { DeliveryDeps } from '@pestle/service/for-tests/delivery';
import type { Chance } from '../time/chance.ts';
import type { VirtualTime } from '../time/virtual-time.ts';
import type { LogLine } from './pharmacy.ts';

type FaxCarrier = DeliveryDeps['faxCarrier'];
type OutgoingFax = Parameters<FaxCarrier['sendFax']>[0];
type FaxResult = Awaited<ReturnType<FaxCarrier['sendFax']>>;

const SENDING_MS = 2_000;

export interface FaxMachineOptions {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly log: LogLine[];
  readonly pharmacyOf: (faxNumber: string) => string | null;
}

export class FaxMachine {
  /** When it got each fax: the fax has left by then. */
  readonly handedOverAt = new Map<string, string>();
  readonly #ends = new Map<string, Promise<FaxResult>>();
  readonly #options: FaxMachineOptions;
  #isCalm = false;

  constructor(options: FaxMachineOptions) {
    this.#options = options;
  }

  calm(): void {
    this.#isCalm = true;
  }

  carrier(): FaxCarrier {
    return {
      close: async () => undefined,
      sendFax: (fax, signal) => this.#take(fax, signal),
    };
  }

  textCarrier(): DeliveryDeps['textCarrier'] {
    const { chance } = this.#options;
    return {
      close: async () => undefined,
      sendText: async () =>
        this.#isCalm || chance.happens(0.9) ? { state: 'taken' } : { state: 'failed', reason: 'busy' },
    };
  }

  async #take(fax: OutgoingFax, signal: AbortSignal): Promise<FaxResult> {
    const { time, chance } = this.#options;
    const known = this.#ends.get(fax.faxId);
    if (known === undefined) this.handedOverAt.set(fax.faxId, time.text());
    // The same fax again: what became of it is told, and no second one comes out.
    const end = known ?? this.#send(fax);
    this.#ends.set(fax.faxId, end);
    const isHeard = known !== undefined || this.#isCalm || chance.happens(0.95);
    return await new Promise((resolve) => {
      const unknown = (): void => resolve({ state: 'unknown', reason: 'no-answer' });
      signal.addEventListener('abort', unknown);
      void end.then((result) => (isHeard ? resolve(result) : unknown()));
    });
  }

  #send(fax: OutgoingFax): Promise<FaxResult> {
    const { time, chance } = this.#options;
    const fate = this.#isCalm ? 'delivered' : chance.weighed({ delivered: 90, busy: 8, wrong: 2 });
    return new Promise((resolve) => {
      time.after(chance.wait(SENDING_MS), () => {
        if (fate === 'delivered') this.#printed(fax);
        resolve(
          fate === 'delivered'
            ? { state: 'delivered' }
            : { state: 'failed', reason: fate, ...(fate === 'wrong' ? { forGood: true } : {}) },
        );
      });
    });
  }

  #printed({ faxId, to, document, lines }: OutgoingFax): void {
    const { time, log, pharmacyOf } = this.#options;
    const words = readFaxText(lines);
    log.push({
      sequence: log.length + 1,
      at: time.text(),
      pharmacyId: pharmacyOf(to),
      channel: 'fax',
      kind: words.isRefillNotice ? 'fax-discontinue' : words.isCancelNotice ? 'fax-cancel' : 'fax',
      messageId: words.messageId,
      prescriberOrderNumber: words.prescriberOrderNumber,
      faxId,
      faxTo: to,
      bytesSha256: createHash('sha256').update(document).digest('hex'),
      accepted: true,
      answered: 'delivered',
      acknowledged: true,
    });
  }
}
