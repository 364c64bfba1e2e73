// Lays the last two weeks of the sandbox's practice: the service itself runs through them, order by order, on a clock that is moved on.
import { setTimeout as pause } from 'node:timers/promises';
import type { PharmacyId, UserId } from '@pestle/rules/ids';
import type { Peers } from '@pestle/sandbox/peers';
import type { SeedTemplate } from '@pestle/sandbox/seed';
import type { Service } from '@pestle/service';
import { writeKey } from '@pestle/service/audit';
import { treatmentIdOf } from '@pestle/service/catalog';
import type { UserActor } from '@pestle/service/kernel';
import { COMMAND_LIMITS } from '../../limits.ts';
import { seedActor } from '../seed.ts';
import type { PastClock } from './past-clock.ts';
import { patientNamed, staffId, templateNamed, userNamed } from './people.ts';
import { type Happening, TOLD_DRAFTS, TOLD_ORDERS, type ToldDraft, type ToldOrder } from './story.ts';

export interface HistoryOptions {
  /** Listens and delivers; nobody else is served by it. */
  readonly service: Pick<Service, 'rooms'>;
  readonly peers: Pick<Peers, 'pharmacies' | 'report' | 'holdRoutines'>;
  /** Put back to before the first of it. */
  readonly clock: PastClock;
}

/** Something that is done at a moment. */
interface Moment {
  readonly minutesAgo: number;
  readonly act: () => Promise<void>;
}

/**
 * Resolves when all of it has happened. Throws when something of it cannot be done, which is a fault of
 * the story: a test plays it.
 */
export async function layHistory({ service, peers, clock }: HistoryOptions): Promise<void> {
  const teller = new Teller(service.rooms, peers);
  const moments = [
    ...TOLD_ORDERS.flatMap((order, index) => teller.momentsOf(order, index)),
    ...TOLD_DRAFTS.map((draft, index) => teller.momentOf(draft, index)),
  ].toSorted((one, other) => other.minutesAgo - one.minutesAgo);
  peers.holdRoutines(true);
  try {
    for (const { minutesAgo, act } of moments) {
      clock.goTo(minutesAgo);
      await act();
    }
    await teller.settled();
  } finally {
    peers.holdRoutines(false);
  }
}

class Teller {
  readonly #rooms: Service['rooms'];
  readonly #peers: HistoryOptions['peers'];
  /** By their place in the story. */
  readonly #orderIds: string[] = [];

  constructor(rooms: Service['rooms'], peers: HistoryOptions['peers']) {
    this.#rooms = rooms;
    this.#peers = peers;
  }

  momentsOf(order: ToldOrder, index: number): readonly Moment[] {
    return [
      { minutesAgo: order.minutesAgo, act: () => this.#sign(order, index) },
      ...order.afterwards.map((one) => ({
        minutesAgo: order.minutesAgo - one.minutesLater,
        act: () => this.#happen(order, index, one),
      })),
    ];
  }

  momentOf(draft: ToldDraft, index: number): Moment {
    return {
      minutesAgo: draft.minutesAgo,
      act: async () => {
        await this.#draft(staff(), draft, templateNamed(draft.template), `history-draft-${index}`);
      },
    };
  }

  async #draft(
    actor: UserActor,
    { patient, prescriber }: Pick<ToldOrder, 'patient' | 'prescriber'>,
    { id: _id, name: _name, ownerId: _ownerId, rxcui, ...preset }: SeedTemplate,
    key: string,
  ): Promise<string> {
    const input = {
      ...preset,
      patientId: patientNamed(patient),
      treatmentId: treatmentIdOf(rxcui),
      prescriberId: userNamed(prescriber) as UserId,
    };
    const { id } = await this.#rooms.prescribing.createDraft(
      actor,
      input,
      writeKey(key, 'createDraft', input),
    );
    return id;
  }

  async #sign(order: ToldOrder, index: number): Promise<void> {
    const { prescribing } = this.#rooms;
    const actor = seedActor(userNamed(order.prescriber));
    const draftIds: string[] = [];
    for (const [line, name] of order.templates.entries())
      draftIds.push(await this.#draft(actor, order, templateNamed(name), `history-${index}-${line}`));
    const pharmacyId = order.pharmacy === null ? null : this.#pharmacyNamed(order.pharmacy);
    const { drafts } = await prescribing.reviewDrafts(actor, {
      draftIds,
      ...(pharmacyId === null ? {} : { pharmacyId }),
    });
    const signed = drafts.map(({ draftId, contentHash, problems }) => {
      if (contentHash === null)
        throw new Error(`order ${index} of the story cannot be signed: ${JSON.stringify(problems)}`);
      return { draftId, contentHash };
    });
    const input = { drafts: signed, pharmacyId };
    const { order: made } = await prescribing.createOrder(
      actor,
      input,
      writeKey(`history-${index}`, 'createOrder', input),
    );
    this.#orderIds[index] = made.id;
    if (order.pharmacy !== null) await this.#left(made.id, FIRST_ATTEMPT_MS);
  }

  async #happen(order: ToldOrder, index: number, one: Happening): Promise<void> {
    const orderId = this.#orderIds[index] ?? '';
    const key = `history-${index}-${one.minutesLater}`;
    const { delivery } = this.#rooms;
    const actor = seedActor(userNamed(order.prescriber));
    switch (one.is) {
      case 'report':
        return await this.#report(order, orderId, one);
      case 'cancel':
        await delivery.cancel(actor, { orderId }, writeKey(key, 'cancelOrder', { orderId }));
        return await this.#left(orderId, FIRST_ATTEMPT_MS);
      case 'ask-to-cancel': {
        const input = { orderId, reason: one.reason };
        await delivery.cancel(staff(), input, writeKey(key, 'cancelOrder', input));
        return;
      }
      case 'move': {
        const input = { orderId, pharmacyId: this.#pharmacyNamed(one.to) as PharmacyId };
        await delivery.reroute(actor, input, writeKey(key, 'rerouteOrder', input));
        return await this.#left(orderId, FIRST_ATTEMPT_MS);
      }
      default:
        one satisfies never;
    }
  }

  async #report(
    { pharmacy, afterwards }: ToldOrder,
    orderId: string,
    { status, carrier, tracking }: Extract<Happening, { is: 'report' }>,
  ): Promise<void> {
    const moved = afterwards.find((one) => one.is === 'move');
    const answer = await this.#peers.report({
      pharmacyId: this.#pharmacyNamed(moved?.to ?? pharmacy ?? ''),
      orderId,
      status,
      ...(carrier === undefined ? {} : { carrier }),
      ...(tracking === undefined ? {} : { trackingNumber: tracking }),
    });
    if (answer.status !== 200)
      throw new Error(`${pharmacy} could not report ${status}: ${answer.status} ${answer.text}`);
  }

  /** Whatever is under way has been tried to its end. */
  async settled(): Promise<void> {
    // What waits for the patient's choice stays as it is.
    for (const [index, { pharmacy }] of TOLD_ORDERS.entries())
      if (pharmacy !== null)
        await this.#left(this.#orderIds[index] ?? '', COMMAND_LIMITS.historySettledWithinMs);
  }

  /** Waits until no fill of the order is on its way, or for so long. */
  async #left(orderId: string, withinMs: number): Promise<void> {
    const until = performance.now() + withinMs;
    const actor = seedActor(userNamed('Rivera'));
    while (performance.now() < until) {
      const { fills } = await this.#rooms.prescribing.order(actor, orderId);
      if (fills.every(({ state }) => state !== 'QUEUED' && state !== 'SENDING')) return;
      await pause(POLL_MS);
    }
  }

  #pharmacyNamed(name: string): string {
    const found = this.#peers.pharmacies.find((pharmacy) => pharmacy.name === name);
    if (found === undefined) throw new Error(`the sandbox has no pharmacy ${name}`);
    return found.id;
  }
}

/** What needs more than one attempt goes on while the story does. */
const FIRST_ATTEMPT_MS = 250;
const POLL_MS = 10;

function staff(): UserActor {
  return seedActor(staffId);
}
