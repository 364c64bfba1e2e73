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
import { seedActor } from '../seed/practice.ts';
import { type FirstAttempts, watchFirstAttempts } from './first-attempt.ts';
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
    teller.end();
    peers.holdRoutines(false);
  }
}

/** In those days the sandbox had no data of interactions yet, and what is not checked is signed for a reason. */
const BY_HAND = [{ rule: 'not-checked', reason: 'CHECKED_BY_HAND', text: null }] as const;

class Teller {
  readonly #rooms: Service['rooms'];
  readonly #peers: HistoryOptions['peers'];
  readonly #attempts: FirstAttempts;
  /** By their place in the story. */
  readonly #orderIds: string[] = [];

  constructor(rooms: Service['rooms'], peers: HistoryOptions['peers']) {
    this.#rooms = rooms;
    this.#peers = peers;
    this.#attempts = watchFirstAttempts(rooms.delivery.dispatcher);
  }

  end(): void {
    this.#attempts.end();
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
    screeningAnswers?: typeof BY_HAND,
  ): Promise<string> {
    const input = {
      ...preset,
      ...(screeningAnswers === undefined ? {} : { screeningAnswers: [...screeningAnswers] }),
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
      draftIds.push(
        await this.#draft(actor, order, templateNamed(name), `history-${index}-${line}`, BY_HAND),
      );
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
    const key = writeKey(`history-${index}`, 'createOrder', input);
    const create = () => prescribing.createOrder(actor, input, key);
    // What waits for the patient's choice leaves for nobody.
    const { order: made } = await (pharmacyId === null ? create() : this.#attempts.after(create));
    this.#orderIds[index] = made.id;
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
        await this.#attempts.after(() =>
          delivery.cancel(actor, { orderId }, writeKey(key, 'cancelOrder', { orderId })),
        );
        return;
      case 'ask-to-cancel': {
        const input = { orderId, reason: one.reason };
        await delivery.cancel(staff(), input, writeKey(key, 'cancelOrder', input));
        return;
      }
      case 'move': {
        const input = { orderId, pharmacyId: this.#pharmacyNamed(one.to) as PharmacyId };
        await this.#attempts.after(() =>
          delivery.reroute(actor, input, writeKey(key, 'rerouteOrder', input)),
        );
        return;
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
    const report = {
      pharmacyId: this.#pharmacyNamed(moved?.to ?? pharmacy ?? ''),
      orderId,
      status,
      ...(carrier === undefined ? {} : { carrier }),
      ...(tracking === undefined ? {} : { trackingNumber: tracking }),
    };
    let answer = await this.#peers.report(report);
    // A machine that has much else to do is busy for a moment, as whoever reports is told.
    for (let again = 0; answer.status === BUSY && again < REPORTS_AGAIN_MAX; again += 1) {
      await pause(BUSY_PAUSE_MS);
      answer = await this.#peers.report(report);
    }
    if (answer.status !== 200)
      throw new Error(`${pharmacy} could not report ${status}: ${answer.status} ${answer.text}`);
  }

  /** Whatever is under way has been tried to its end, or for so long: what is not over then goes on while the sandbox is used. */
  async settled(): Promise<void> {
    const until = performance.now() + COMMAND_LIMITS.historySettledWithinMs;
    const actor = seedActor(userNamed('Rivera'));
    for (const [index, { pharmacy }] of TOLD_ORDERS.entries()) {
      // What waits for the patient's choice stays as it is.
      if (pharmacy === null) continue;
      const isUnderWay = async (): Promise<boolean> => {
        const { fills } = await this.#rooms.prescribing.order(actor, this.#orderIds[index] ?? '');
        return fills.some(({ state }) => state === 'QUEUED' || state === 'SENDING');
      };
      while ((await isUnderWay()) && performance.now() < until) await pause(POLL_MS);
    }
  }

  #pharmacyNamed(name: string): string {
    const found = this.#peers.pharmacies.find((pharmacy) => pharmacy.name === name);
    if (found === undefined) throw new Error(`the sandbox has no pharmacy ${name}`);
    return found.id;
  }
}

const POLL_MS = 50;
const BUSY = 503;
const BUSY_PAUSE_MS = 500;
const REPORTS_AGAIN_MAX = 20;

function staff(): UserActor {
  return seedActor(staffId);
}
