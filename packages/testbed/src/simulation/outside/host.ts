// The hosts of a simulation: prescribers who sign and send, cancel and move orders, repeat what got no answer, and note what they were told.
import type { Acknowledgement, SeenIds } from '@pestle/cli/check/evidence';
import { idsIn } from '@pestle/cli/check/i8-own-rows';
import type { FillId } from '@pestle/rules/ids';
import { writeKey } from '@pestle/service/audit';
import type { WriteKey } from '@pestle/service/for-tests/audit';
import { Failure, isUnavailable, type UserActor } from '@pestle/service/kernel';
import type { SimulatedNode } from '../node.ts';
import type { Chance } from '../time/chance.ts';
import type { VirtualTime } from '../time/virtual-time.ts';
import type { PharmacySetup } from './network.ts';

/** Reviewed drafts of one prescriber; each is signed once. */
export interface Prescriber {
  readonly actor: UserActor;
  readonly contentHash: string;
  readonly draftIds: string[];
}

export interface HostOptions {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly node: () => SimulatedNode | undefined;
  readonly prescribers: readonly Prescriber[];
  readonly pharmacies: readonly PharmacySetup[];
  /** What was answered that nothing explains. */
  readonly onRefusal: (what: string) => void;
}

const PATIENCE_MS = 5_000;
const PAUSE_MS = 300;
/** What comes too late is refused, which is right. */
const TOO_LATE: ReadonlySet<string> = new Set([
  'CANCEL_REFUSED',
  'REROUTE_REFUSED',
  'RESEND_REFUSED',
  'PRESCRIPTION_CANCELED',
  'PRESCRIPTION_DISPENSED',
  'PRESCRIPTION_ON_OPEN_ORDER',
]);

export class Hosts {
  readonly acknowledgements: Acknowledgement[] = [];
  readonly refused = new Map<string, number>();
  /** Asked, and not yet answered. */
  underWay = 0;
  repeated = 0;
  readonly #seen = new Map<string, Set<string>>();
  readonly #options: HostOptions;
  #keys = 0;

  constructor(options: HostOptions) {
    this.#options = options;
  }

  seen(): SeenIds[] {
    return [...this.#seen].map(([organizationId, ids]) => ({ organizationId, ids }));
  }

  /** Signs and sends one order; what follows of it comes by chance. */
  order(): void {
    const { chance, prescribers, pharmacies } = this.#options;
    const prescriber = chance.oneOf(prescribers.filter(({ draftIds }) => draftIds.length > 0));
    const draftId = prescriber.draftIds.pop() ?? '';
    const pharmacyId = chance.oneOf(pharmacies).id;
    void this.#send(prescriber, draftId, pharmacyId);
  }

  async #send(
    { actor, contentHash }: Prescriber,
    draftId: string,
    pharmacyId: PharmacySetup['id'],
  ): Promise<void> {
    const { time, chance } = this.#options;
    const requestedAt = time.text();
    const input = { drafts: [{ draftId, contentHash }], pharmacyId };
    const key = this.#key('createOrder', input);
    const record = await this.#asked((node) => node.prescribing.createOrder(actor, input, key));
    if (record === undefined) return;
    const orderId = record.order.id;
    this.#see(actor, record);
    this.acknowledgements.push({
      operation: 'createOrder',
      organizationId: actor.orgId,
      idempotencyKey: key.key,
      requestedAt,
      answeredAt: time.text(),
      orderId,
      fills: record.fills.map((fill) => ({
        fillId: fill.id,
        prescriptionId: fill.prescription_id,
        contentHash,
      })),
    });
    const [fill] = record.fills;
    const afterMs = chance.happens(0.4) ? chance.wait(80) : chance.wait(12_000);
    const act = chance.weighed({ nothing: 80, cancel: 10, reroute: 6, resend: 2, reissue: 2 });
    if (act === 'nothing' || fill === undefined) return;
    time.after(afterMs, () => {
      if (act === 'cancel') void this.#cancel(actor, orderId);
      else if (act === 'reroute') void this.#reroute(actor, orderId, pharmacyId);
      else void this.#again(actor, act, fill.id);
    });
  }

  async #cancel(actor: UserActor, orderId: string): Promise<void> {
    const requestedAt = this.#options.time.text();
    const key = this.#key('cancelOrder', { orderId });
    const answer = await this.#asked((node) => node.delivery.cancel(actor, { orderId }, key));
    if (answer === undefined) return;
    this.#see(actor, answer);
    this.acknowledgements.push({
      operation: 'cancelOrder',
      organizationId: actor.orgId,
      requestedAt,
      answeredAt: this.#options.time.text(),
      orderId,
      results: answer.results,
    });
  }

  async #reroute(actor: UserActor, orderId: string, from: PharmacySetup['id']): Promise<void> {
    const { chance, pharmacies } = this.#options;
    const input = { orderId, pharmacyId: chance.oneOf(pharmacies.filter(({ id }) => id !== from)).id };
    const key = this.#key('rerouteOrder', input);
    await this.#asked((node) => node.delivery.reroute(actor, input, key));
  }

  async #again(actor: UserActor, act: 'resend' | 'reissue', fillId: FillId): Promise<void> {
    const key = this.#key(act, { fillId });
    await this.#asked((node) => node.delivery[act](actor, { fillId }, key));
  }

  /** Asks until somebody answers, with the same key each time; undefined where it was refused. */
  async #asked<T>(ask: (node: SimulatedNode) => Promise<T>): Promise<T | undefined> {
    const { time, node, onRefusal } = this.#options;
    const pause = (ms: number): Promise<undefined> =>
      new Promise((resolve) => {
        time.after(ms, () => resolve(undefined));
      });
    this.underWay += 1;
    try {
      for (;;) {
        const at = node();
        if (at !== undefined) {
          const asked = at.act(() => ask(at)).then((answer) => ({ answer }));
          // What a node answers to somebody who has gone disturbs nobody.
          asked.catch(() => undefined);
          const answered = await Promise.race([asked, pause(PATIENCE_MS)]);
          if (answered !== undefined) return answered.answer;
        }
        this.repeated += 1;
        await pause(PAUSE_MS);
      }
    } catch (error) {
      if (isUnavailable(error)) {
        this.repeated += 1;
        await pause(PAUSE_MS);
        return await this.#asked(ask);
      }
      const code = error instanceof Failure ? error.code : 'unexpected';
      this.refused.set(code, (this.refused.get(code) ?? 0) + 1);
      if (!TOO_LATE.has(code))
        onRefusal(error instanceof Failure ? `${code} ${error.message}` : String((error as Error).stack));
      return undefined;
    } finally {
      this.underWay -= 1;
    }
  }

  #key(operation: string, input: object): WriteKey {
    this.#keys += 1;
    return writeKey(`simulated-${this.#keys}`, operation, input);
  }

  #see(actor: UserActor, answer: unknown): void {
    const ids = this.#seen.get(actor.orgId) ?? new Set();
    this.#seen.set(actor.orgId, ids);
    for (const id of idsIn(JSON.stringify(answer))) ids.add(id);
  }
}
