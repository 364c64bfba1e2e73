// The one reader of a node: looks at what changed, again and again while anybody follows, and hands it on in the order of its looks.
import type { OrganizationId } from '@pestle/rules/ids';
import type { Row, Store } from '../store/store.ts';
import { READ_CHANGES } from './changes-sql.ts';
import { LIVE_LIMITS } from './limits.ts';
import type { KnownChange } from './recent.ts';
import type { Snapshot } from './snapshot.ts';
import { readSnapshot } from './snapshot.ts';
import type { ChangeKind } from './tables.ts';

/** What a look has found. `anew`: whatever happened since the look before is not known, so that everybody looks anew. */
export interface Look {
  readonly upto: Snapshot;
  readonly changes: readonly KnownChange[] | 'anew';
}

export interface ReaderDeps {
  readonly store: Pick<Store, 'pipeline'>;
  readonly found: (look: Look) => void;
  /** Told once of each time in which looks fail. */
  readonly onError: (error: unknown) => void;
}

export class Reader {
  readonly #deps: ReaderDeps;
  #before: Snapshot | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #looking: Promise<void> | undefined;
  #failed = false;
  #isWanted = false;
  #idleSince = 0;

  constructor(deps: ReaderDeps) {
    this.#deps = deps;
  }

  /** Begins to look, and resolves with what the latest look saw. Rejects where the store cannot be asked. */
  async begin(): Promise<Snapshot> {
    this.#isWanted = true;
    if (this.#timer === undefined) {
      this.#looking ??= this.#round();
      await this.#looking;
    }
    if (this.#before === undefined) throw new Error('The store cannot be asked what changed.');
    return this.#before;
  }

  /** Nobody follows any more: it goes on for a while, for those who come back. */
  rest(): void {
    this.#isWanted = false;
    this.#idleSince = performance.now();
  }

  async close(): Promise<void> {
    this.#isWanted = false;
    this.#idleSince = Number.NEGATIVE_INFINITY;
    clearTimeout(this.#timer);
    await this.#looking;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #round(): Promise<void> {
    this.#timer = undefined;
    try {
      await this.#look();
      this.#failed = false;
    } catch (error) {
      if (!this.#failed) this.#deps.onError(error);
      this.#failed = true;
      // Another server may answer next, which need not have all of what this one showed.
      this.#before = undefined;
    }
    this.#looking = undefined;
    if (!this.#isWanted && performance.now() - this.#idleSince > LIVE_LIMITS.lingerMs) {
      this.#before = undefined;
      return;
    }
    const pause = this.#failed ? LIVE_LIMITS.lookRetryMs : LIVE_LIMITS.lookIntervalMs;
    this.#timer = setTimeout(() => {
      this.#looking = this.#round();
    }, pause);
    this.#timer.unref();
  }

  async #look(): Promise<void> {
    const max = LIVE_LIMITS.changesPerLookMax;
    const before = this.#before;
    const values = [before?.text ?? null, max];
    const [rows = []] = await this.#deps.store.pipeline([
      { scope: { role: 'courier' }, steps: [{ statement: READ_CHANGES, values }] },
    ]);
    const upto = snapshotOf(rows);
    this.#before = upto;
    const changes = rows.flatMap(changeOf);
    // A store that counts less than before is an older state of it.
    const isKnown = before !== undefined && upto.xmax >= before.xmax && changes.length < max;
    this.#deps.found({ upto, changes: isKnown ? changes : 'anew' });
  }
}

function snapshotOf(rows: readonly Row[]): Snapshot {
  const upto = readSnapshot(String(rows[0]?.['upto']));
  if (upto === undefined) throw new Error('The snapshot of the store cannot be read.');
  return upto;
}

function changeOf(row: Row): readonly KnownChange[] {
  if (row['org_id'] === null) return [];
  return [
    {
      orgId: row['org_id'] as OrganizationId,
      kind: row['kind'] as ChangeKind,
      id: row['subject_id'] as string,
      orderId: row['order_id'] as string | null,
      patientId: row['patient_id'] as string | null,
      at: row['at'] as number,
    },
  ];
}
