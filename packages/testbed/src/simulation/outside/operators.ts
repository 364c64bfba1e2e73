// What operators do in a simulation: hold and release, quarantine and its end, recalls, windows of maintenance; through the service's real administrations.
import { Failure, isUnavailable } from '@pestle/service/kernel';
import { LISINOPRIL } from '../../practice/practice.ts';
import type { SimulatedNode } from '../node.ts';
import type { Chance } from '../time/chance.ts';
import type { VirtualTime } from '../time/virtual-time.ts';
import type { PharmacySetup } from './network.ts';

export interface OperatorsOptions {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly node: () => SimulatedNode | undefined;
  readonly pharmacies: readonly PharmacySetup[];
  readonly onRefusal: (what: string) => void;
}

const BY = 'Otto Operator';
const ACT_EACH_MS = 15_000;
const LASTS_MS = 8_000;
const PAUSE_MS = 1_000;
const PATIENCE_MS = 10_000;
/** Longer than a node stands still. */
const LOOKS_AGAIN_MS = 120_000;
const QUARANTINE_ROUNDS_MAX = 300;

type Ask<T> = (node: SimulatedNode) => Promise<T>;

export class Operators {
  readonly done = new Map<string, number>();
  readonly #options: OperatorsOptions;
  /** Begun, and not ended. */
  underWay = 0;
  #isCalm = false;

  constructor(options: OperatorsOptions) {
    this.#options = options;
  }

  start(): void {
    const { time, chance } = this.#options;
    if (this.#isCalm) return;
    time.after(chance.wait(ACT_EACH_MS), () => {
      if (this.#isCalm) return;
      void this.#act();
      this.start();
    });
  }

  /** Begins nothing more; what was begun is ended in its time. */
  calm(): void {
    this.#isCalm = true;
  }

  async #act(): Promise<void> {
    const act = this.#options.chance.weighed({ hold: 4, window: 3, recall: 2, quarantine: 1 });
    this.underWay += 1;
    try {
      if (act === 'hold') await this.#hold();
      else if (act === 'window') await this.#window();
      else if (act === 'recall') await this.#recall();
      else await this.#quarantine();
      this.done.set(act, (this.done.get(act) ?? 0) + 1);
    } finally {
      this.underWay -= 1;
    }
  }

  /** A lane that has no row yet cannot be held. */
  async #hold(): Promise<void> {
    const lanes = await this.#asked((node) => node.delivery.queue.lanes());
    if (lanes === undefined || lanes.length === 0) return;
    const of = this.#options.chance.oneOf(lanes).lane;
    if ((await this.#asked((node) => node.delivery.queue.hold({ of, by: BY }))) === undefined) return;
    await this.#lasts();
    await this.#asked((node) => node.delivery.queue.release({ of, by: BY }));
    // A node that stood still while it was asked to hold holds when it goes on, behind the release: whoever held looks again.
    await this.#pause(LOOKS_AGAIN_MS);
    const seen = await this.#asked((node) => node.delivery.queue.lanes());
    if (seen?.some(({ lane, onHoldSince }) => lane === of && onHoldSince !== null) === true)
      await this.#asked((node) => node.delivery.queue.release({ of, by: BY }));
  }

  async #window(): Promise<void> {
    const { chance, pharmacies, time } = this.#options;
    const subject = { kind: 'pharmacy', id: chance.oneOf(pharmacies).id } as const;
    const end = new Date(time.now() + 3 * LASTS_MS).toISOString();
    const window = await this.#asked((node) => node.directory.windows.add({ subject, end, by: BY }));
    if (window === undefined || chance.happens(0.5)) return;
    await this.#lasts();
    await this.#asked((node) => node.directory.windows.end(window.id, { by: BY }));
  }

  async #recall(): Promise<void> {
    const { chance, pharmacies } = this.#options;
    const of = chance.happens(0.5)
      ? { medicines: [LISINOPRIL] }
      : { pharmacies: [chance.oneOf(pharmacies).id] };
    const recall = await this.#asked((node) => node.delivery.recalls.preview({ ...of, by: BY }));
    if (recall === undefined) return;
    const { id } = recall;
    await this.#walk(id);
    const input = { id, reason: 'A simulated recall.', action: 'hold', by: BY } as const;
    await this.#asked((node) => node.delivery.recalls.start(input));
    await this.#walk(id);
    await this.#lasts();
    await this.#asked((node) => node.delivery.recalls.end({ id, by: BY }));
    await this.#walk(id);
  }

  async #walk(id: string): Promise<void> {
    for (let round = 0; round < 20; round += 1) {
      const progress = await this.#asked((node) => node.delivery.recalls.advance(id));
      if (progress === undefined || progress.isComplete) return;
    }
  }

  async #quarantine(): Promise<void> {
    await this.#asked((node) => node.delivery.quarantine.begin({ by: BY }));
    await this.#lasts();
    // What a node that died was sending is disposed of when its lease is over.
    for (let round = 0; round < QUARANTINE_ROUNDS_MAX; round += 1) {
      await this.#asked((node) =>
        node.delivery.quarantine.reconcile({ of: 'all', choice: 'release', by: BY }),
      );
      const state = await this.#asked((node) => node.delivery.quarantine.end({ by: BY }), ['INVALID_INPUT']);
      if (state?.open === null) return;
      await this.#pause(PAUSE_MS);
    }
    this.#options.onRefusal('a quarantine could not be ended');
  }

  async #lasts(): Promise<void> {
    await this.#pause(this.#options.chance.wait(LASTS_MS));
  }

  #pause(ms: number): Promise<undefined> {
    return new Promise((resolve) => {
      this.#options.time.after(ms, () => resolve(undefined));
    });
  }

  /** Every act may be repeated, and is, until somebody answers. */
  async #asked<T>(
    ask: Ask<T>,
    expected: readonly string[] = ['NOT_FOUND', 'INVALID_INPUT'],
  ): Promise<T | undefined> {
    for (;;) {
      const at = this.#options.node();
      if (at !== undefined) {
        const asked = at
          .act(() => ask(at))
          .then(
            (answer) => ({ answer }),
            (error: unknown) => ({ error }),
          );
        const answered = await Promise.race([asked, this.#pause(PATIENCE_MS)]);
        if (answered !== undefined && 'answer' in answered) return answered.answer;
        if (answered !== undefined && !isUnavailable(answered.error)) {
          const { error } = answered;
          if (!(error instanceof Failure && expected.includes(error.code)))
            this.#options.onRefusal(`an operator was refused: ${String((error as Error).stack)}`);
          return undefined;
        }
      }
      await this.#pause(PAUSE_MS);
    }
  }
}
