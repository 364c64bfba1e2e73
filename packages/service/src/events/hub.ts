// Those who follow on this node, and what each is told of a look: only of their own organization, and only of what they may see.
import type { OrganizationId } from '@pestle/rules/ids';
import type { FastifyReply } from 'fastify';
import { Failure } from '../kernel/errors.ts';
import { LIVE_LIMITS } from './limits.ts';
import type { Look } from './reader.ts';
import { Reader, type ReaderDeps } from './reader.ts';
import type { Change, KnownChange } from './recent.ts';
import { Recent } from './recent.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';
import { frame, Stream, type StreamEnd } from './stream.ts';
import type { ChangeKind } from './tables.ts';

/** What a stream goes on for: a grant of somebody who is signed in, or the link of a patient. */
export interface Standing {
  readonly kind: 'grant' | 'link';
  readonly id: string;
}

/** Whose standing is asked about. */
export interface Asked {
  readonly orgId: OrganizationId;
  readonly id: string;
}

/** Whose stream it is, and what it may be told. */
export interface Follower {
  readonly orgId: OrganizationId;
  /** Streams are counted by it: a person, a machine, a patient's link. */
  readonly owner: string;
  readonly streamsMax: number;
  readonly sees:
    | { readonly kinds: ReadonlySet<ChangeKind> }
    /** Of this order, and that it changed without more. */
    | { readonly orderId: string };
  /** Milliseconds since 1970 after which it is ended. */
  readonly endsAtMs: number;
  /** What its caller's right stands on; null: `endsAtMs` alone. */
  readonly standing: Standing | null;
  /** The `Last-Event-ID` that came with the request. */
  readonly lastEventId: string | undefined;
}

interface Open {
  readonly follower: Follower;
  readonly stream: Stream;
}

export class Hub {
  readonly #reader: Reader;
  readonly #recent = new Recent(LIVE_LIMITS.rememberedMax);
  readonly #byOrganization = new Map<OrganizationId, Set<Open>>();
  readonly #perOwner = new Map<string, number>();
  #count = 0;
  #upto: Snapshot | undefined;
  #isClosed = false;

  constructor(deps: Pick<ReaderDeps, 'store' | 'onError'>) {
    this.#reader = new Reader({ ...deps, found: (look) => this.#tell(look) });
  }

  /** Streams that are open. */
  get size(): number {
    return this.#count;
  }

  /** Opens a stream. Throws RATE_LIMITED for whoever has too many, UNAVAILABLE where the node has, or the store cannot be asked. */
  async open(reply: FastifyReply, follower: Follower): Promise<void> {
    this.#admit(follower);
    let isLeft = false;
    const leave = (): void => {
      if (isLeft) return;
      isLeft = true;
      this.#leave(follower.owner);
    };
    try {
      await this.#reader.begin();
    } catch {
      leave();
      throw new Failure(
        'UNAVAILABLE',
        'What changes cannot be followed at the moment. Ask for it now and again.',
        {
          retryAfterSeconds: 5,
        },
      );
    }
    // Nothing is awaited from here on: the first event says from where on everything is told.
    if (this.#isClosed || reply.raw.closed || reply.raw.socket?.destroyed !== false) return leave();
    const ofOrganization = this.#byOrganization.get(follower.orgId) ?? new Set<Open>();
    const open: Open = {
      follower,
      stream: new Stream(reply, () => {
        ofOrganization.delete(open);
        if (ofOrganization.size === 0 && this.#byOrganization.get(follower.orgId) === ofOrganization)
          this.#byOrganization.delete(follower.orgId);
        leave();
      }),
    };
    this.#byOrganization.set(follower.orgId, ofOrganization.add(open));
    this.#greet(open);
  }

  /** Ends what has come to its time, and, of those that stand on this kind, what `stands` no longer holds for. */
  async judge(
    nowMs: number,
    kind: Standing['kind'],
    stands: (asked: readonly Asked[]) => Promise<ReadonlySet<string>>,
  ): Promise<void> {
    for (const { follower, stream } of this.#all()) if (follower.endsAtMs <= nowMs) stream.end('expired');
    const asked = new Map<string, Asked>();
    for (const { follower } of this.#all())
      if (follower.standing?.kind === kind)
        asked.set(follower.standing.id, { orgId: follower.orgId, id: follower.standing.id });
    if (asked.size === 0) return;
    const standing = await stands([...asked.values()]);
    for (const { follower, stream } of this.#all()) {
      const own = follower.standing;
      if (own?.kind === kind && asked.has(own.id) && !standing.has(own.id)) stream.end('signed-out');
    }
  }

  /** A sign of life, with how far is told: whoever comes back from here has missed nothing before it. */
  beat(): void {
    const text = frame('beat', {}, this.#upto?.text);
    for (const { stream } of this.#all()) stream.send(text);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#endAll('stopping');
    await this.#reader.close();
  }

  #admit({ owner, streamsMax }: Follower): void {
    const own = this.#perOwner.get(owner) ?? 0;
    if (own >= streamsMax)
      throw new Failure(
        'RATE_LIMITED',
        `${streamsMax} streams are open already. Close one, or ask now and again.`,
        {
          retryAfterSeconds: 60,
        },
      );
    if (this.#isClosed || this.#count >= LIVE_LIMITS.streamsMax)
      throw new Failure('UNAVAILABLE', 'No more streams can be opened here. Ask now and again.', {
        retryAfterSeconds: 60,
      });
    this.#perOwner.set(owner, own + 1);
    this.#count += 1;
  }

  #leave(owner: string): void {
    const own = (this.#perOwner.get(owner) ?? 1) - 1;
    if (own > 0) this.#perOwner.set(owner, own);
    else this.#perOwner.delete(owner);
    this.#count -= 1;
    if (this.#count === 0) this.#reader.rest();
  }

  /** The first event: from where on changes are told, and those since what was seen before, where they are known. */
  #greet({ follower, stream }: Open): void {
    const upto = this.#upto;
    if (upto === undefined) return;
    const { lastEventId } = follower;
    const seen =
      lastEventId === undefined || lastEventId.length > LIVE_LIMITS.eventIdCharactersMax
        ? undefined
        : readSnapshot(lastEventId);
    const missed = seen === undefined ? undefined : this.#recent.since(follower.orgId, seen, upto);
    const isResumed = missed !== undefined && missed.length <= LIVE_LIMITS.changesPerEventMax;
    stream.send(`retry: ${LIVE_LIMITS.retryMs}\n${frame('hello', { resumed: isResumed }, upto.text)}`);
    const text = isResumed ? telling(follower, missed, upto) : undefined;
    if (text !== undefined) stream.send(text);
  }

  #tell({ upto, changes }: Look): void {
    this.#upto = upto;
    if (changes === 'anew') {
      this.#recent.begin(upto);
      const text = frame('anew', {}, upto.text);
      for (const { stream } of this.#all()) stream.send(text);
      return;
    }
    if (changes.length === 0) return;
    this.#recent.add(changes, upto);
    for (const [orgId, own] of Map.groupBy(changes, ({ orgId }) => orgId)) {
      // Most of an organization see the same: it is written once for them.
      const texts = new Map<string, string | undefined>();
      for (const { follower, stream } of this.#byOrganization.get(orgId) ?? []) {
        const { sees } = follower;
        const key = 'orderId' in sees ? sees.orderId : [...sees.kinds].join(' ');
        if (!texts.has(key)) texts.set(key, telling(follower, own, upto));
        const text = texts.get(key);
        if (text !== undefined) stream.send(text);
      }
    }
  }

  #endAll(reason: StreamEnd): void {
    for (const { stream } of this.#all()) stream.end(reason);
  }

  *#all(): Iterable<Open> {
    for (const own of this.#byOrganization.values()) yield* own;
  }
}

/** The event of some changes of the follower's organization; undefined where none is theirs. */
function telling({ sees }: Follower, changes: readonly KnownChange[], upto: Snapshot): string | undefined {
  if ('orderId' in sees)
    return changes.some(({ kind, orderId }) => kind === 'order' && orderId === sees.orderId)
      ? frame('change', {}, upto.text)
      : undefined;
  const seen = changes.filter(({ kind }) => sees.kinds.has(kind));
  if (seen.length === 0) return undefined;
  if (seen.length > LIVE_LIMITS.changesPerEventMax) return frame('anew', {}, upto.text);
  return frame('change', seen.map(told), upto.text);
}

/** As it is told: kinds and ids. */
function told({ kind, id, orderId, patientId }: Change): object {
  return {
    kind,
    id,
    ...(orderId === null || orderId === id ? {} : { orderId }),
    ...(patientId === null || patientId === id ? {} : { patientId }),
  };
}
