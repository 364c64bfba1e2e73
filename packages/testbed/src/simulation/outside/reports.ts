// What pharmacies send by themselves, through the service's real hooks: reports of a status, and answers in SCRIPT; repeated until somebody answers.

import type { SimulatedNode } from '../node.ts';
import type { Chance } from '../time/chance.ts';
import type { VirtualTime } from '../time/virtual-time.ts';
import type { Pharmacy } from './pharmacy.ts';
import type { ReadMessage } from './words.ts';

export interface ReportsOptions {
  readonly time: VirtualTime;
  readonly chance: Chance;
  /** One that runs, as a balancer would find it; undefined while there is none. */
  readonly node: () => SimulatedNode | undefined;
  /** What a hook answered that no pharmacy should have been answered. */
  readonly onRefusal: (what: string) => void;
}

const PATIENCE_MS = 10_000;
const PAUSE_MS = 2_000;
const TRIES = 20;
/** A report costs as much as an order: enough of them to meet everything else. */
const REPORTED_SHARE = 0.2;
const FORWARD = ['RECEIVED', 'FILLING', 'SHIPPED', 'DELIVERED'] as const;

export class Reports {
  readonly #options: ReportsOptions;
  /** Not yet answered. */
  underWay = 0;
  #sent = 0;

  constructor(options: ReportsOptions) {
    this.#options = options;
  }

  /** A pharmacy that took a prescription says how far it is: in order or not, once or twice, at once or much later. */
  about({ prescriberOrderNumber }: ReadMessage, pharmacy: Pharmacy): void {
    const { chance, time } = this.#options;
    if (prescriberOrderNumber === null || !chance.happens(REPORTED_SHARE)) return;
    const atOnce = chance.happens(0.15);
    let afterMs = atOnce ? 0 : chance.wait(3_000);
    const statuses: string[] = chance.happens(0.08)
      ? [chance.oneOf(['CANCELED', 'ERROR'])]
      : FORWARD.slice(0, 1 + chance.below(FORWARD.length));
    if (chance.happens(0.2)) statuses.reverse();
    for (const status of statuses) {
      const times = chance.happens(0.1) ? 2 : 1;
      for (let again = 0; again < times; again += 1) {
        this.#sent += 1;
        const id = `report-${this.#sent}`;
        time.after(afterMs, () => this.#report(pharmacy, prescriberOrderNumber, status, id));
      }
      afterMs += chance.wait(4_000);
    }
  }

  /** A SCRIPT message of the pharmacy's own. */
  script(pharmacy: Pharmacy, contentType: string, body: string): void {
    this.#post(pharmacy, '/v1/hooks/script', { 'content-type': contentType }, body);
  }

  #report(pharmacy: Pharmacy, orderNumber: string, status: string, id: string): void {
    const headers = { 'content-type': 'application/json', 'webhook-id': id };
    this.#post(pharmacy, '/v1/hooks/pharmacy', headers, JSON.stringify({ order_id: orderNumber, status }));
  }

  #post(pharmacy: Pharmacy, url: string, headers: Readonly<Record<string, string>>, payload: string): void {
    this.underWay += 1;
    void this.#untilAnswered(pharmacy, url, headers, payload).finally(() => {
      this.underWay -= 1;
    });
  }

  async #untilAnswered(
    pharmacy: Pharmacy,
    url: string,
    headers: Readonly<Record<string, string>>,
    payload: string,
  ): Promise<void> {
    const { time, node, onRefusal } = this.#options;
    const pause = (ms: number): Promise<undefined> =>
      new Promise((resolve) => {
        time.after(ms, () => resolve(undefined));
      });
    const authorization = `Bearer ${pharmacy.setup.hookKey}`;
    for (let attempt = 1; attempt <= TRIES; attempt += 1) {
      const at = node();
      const answered =
        at === undefined
          ? undefined
          : await Promise.race([
              at
                .act(async () =>
                  at.tracking.app.inject({
                    method: 'POST',
                    url,
                    headers: { ...headers, authorization },
                    payload,
                  }),
                )
                .then(({ statusCode, body }) => ({ statusCode, body })),
              pause(PATIENCE_MS),
            ]);
      if (answered !== undefined && answered.statusCode < 500 && answered.statusCode !== 429) {
        // 409: it contradicts what is known; that is for the pharmacy's people.
        if (answered.statusCode !== 200 && answered.statusCode !== 409)
          onRefusal(`${url} answered ${answered.statusCode}: ${answered.body.slice(0, 200)}`);
        return;
      }
      await pause(PAUSE_MS);
    }
    onRefusal(`${url} was not answered in ${TRIES} tries`);
  }
}
