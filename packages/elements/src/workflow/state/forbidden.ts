// Owns what must not be prescribed in this form: the page's `disable-list`, with medications looked up at the service.
import { TreatmentsNamed } from '@pestle/client/documents/search';
import type { DisableList } from '../../attributes/disable-list.ts';
import { asClientError } from '../../kit/client-error.ts';
import type { Problem } from './problem.ts';
import { ownProblem } from './problem.ts';
import type { Scope } from './scope.ts';
import { within } from './scope.ts';

const NONE: DisableList = new Map();

/** Nothing is prescribed before it is known what each id of the list stands for: half a list would let through what somebody forbade. */
export class Forbidden {
  /** `unreadable`: it was not understood; `failed`: the service could not be asked, and is asked again. */
  status: 'ready' | 'loading' | 'failed' | 'unreadable' = 'ready';
  /** Treatment id to the reason that a prescriber reads; null without one. */
  treatments: DisableList = NONE;
  readonly #scope: Scope;
  /** What `treatments` was made from, or is being made from. */
  #list: DisableList = NONE;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  /** True while nothing may be prescribed. */
  get blocked(): boolean {
    return this.#scope.config().blocked || this.status !== 'ready';
  }

  /** True when it will stay as it is until the page changes the list. */
  get settled(): boolean {
    return this.#scope.config().blocked || this.status === 'ready' || this.status === 'unreadable';
  }

  has(treatmentId: string): boolean {
    return this.treatments.has(treatmentId);
  }

  /** Why everything is held up; nothing when it is not. */
  problems(): readonly Problem[] {
    if (!this.blocked) return [];
    return [
      this.settled
        ? ownProblem('LIST_UNREADABLE', { in: 'page' })
        : ownProblem('LIST_LOADING', { in: 'again' }),
    ];
  }

  /** Asks what the ids stand for, after the page set another list, and again after a failure. */
  async load(): Promise<void> {
    const list = this.#scope.config().disabled;
    if (this.status !== 'failed' && same(list, this.#list)) return;
    this.#list = list;
    this.status = list.size === 0 ? 'ready' : 'loading';
    this.treatments = NONE;
    this.#scope.changed();
    if (list.size === 0) return;
    const ids = [...list.keys()];
    try {
      const { session, signal } = this.#scope;
      const data = await within(this.#scope, () => session.query(TreatmentsNamed, { ids }, { signal }));
      // Another list was set meanwhile.
      if (data === undefined || this.#list !== list) return;
      this.#take(list, data.treatmentsNamed);
    } catch (error) {
      if (this.#list !== list) return;
      asClientError(error);
      this.status = 'failed';
    }
    this.#scope.changed();
  }

  #take(
    list: DisableList,
    named: ReadonlyArray<{ readonly id: string; readonly treatmentIds: readonly string[] }>,
  ): void {
    const known = new Map(named.map(({ id, treatmentIds }) => [id, treatmentIds]));
    const treatments = new Map<string, string | null>();
    for (const [id, reason] of list)
      for (const treatmentId of known.get(id) ?? [])
        treatments.set(treatmentId, reason ?? treatments.get(treatmentId) ?? null);
    this.treatments = treatments;
    const unknown = [...list.keys()].filter((id) => !known.has(id));
    this.status = unknown.length === 0 ? 'ready' : 'unreadable';
    if (unknown.length === 0) return;
    const errors = unknown.map((id) => ({
      message: `disable-list: nothing is known of ${id}, so that nothing can be prescribed. Name a treatment of this service (trt_…), or an ingredient or a drug by its RxCUI (rxcui:29046).`,
      path: ['disable-list'],
      extensions: { code: 'CONFIGURATION', attribute: 'disable-list' },
    }));
    this.#scope.emit('svc-error', { errors });
  }
}

function same(one: DisableList, other: DisableList): boolean {
  return one === other || JSON.stringify([...one]) === JSON.stringify([...other]);
}
