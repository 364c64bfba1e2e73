// What changed lately, for those who come back: by organization, each subject once, and never with a gap that nobody knows of.
import type { OrganizationId } from '@pestle/rules/ids';
import type { Snapshot } from './snapshot.ts';
import { isVisible } from './snapshot.ts';
import type { ChangeKind } from './tables.ts';

/** One change, as it is told. */
export interface Change {
  readonly kind: ChangeKind;
  readonly id: string;
  readonly orderId: string | null;
  readonly patientId: string | null;
}

/** With whose it is, and the transaction that made it. */
export interface KnownChange extends Change {
  readonly orgId: OrganizationId;
  readonly at: number;
}

interface Kept {
  readonly change: KnownChange;
  /** The look that found it. */
  readonly upto: Snapshot;
}

export class Recent {
  readonly #max: number;
  readonly #all = new Map<string, Kept>();
  readonly #byOrganization = new Map<OrganizationId, Map<string, Kept>>();
  /** All that this snapshot cannot see is here. */
  #floor: Snapshot | undefined;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#all.size;
  }

  /** Nothing is known of what changed before this look. */
  begin(upto: Snapshot): void {
    this.#all.clear();
    this.#byOrganization.clear();
    this.#floor = upto;
  }

  add(changes: readonly KnownChange[], upto: Snapshot): void {
    for (const change of changes) {
      const key = `${change.orgId} ${change.kind} ${change.id}`;
      const kept = { change, upto };
      // Deleted first, so that the oldest stand first.
      this.#all.delete(key);
      this.#all.set(key, kept);
      const own = this.#byOrganization.get(change.orgId) ?? new Map<string, Kept>();
      this.#byOrganization.set(change.orgId, own.set(key, kept));
    }
    for (const [key, { change, upto: found }] of this.#all) {
      if (this.#all.size <= this.#max) break;
      this.#all.delete(key);
      const own = this.#byOrganization.get(change.orgId);
      own?.delete(key);
      if (own?.size === 0) this.#byOrganization.delete(change.orgId);
      this.#floor = found;
    }
  }

  /** What changed for an organization after what was seen; undefined where that is not known any more, or not yet. */
  since(orgId: OrganizationId, seen: Snapshot, now: Snapshot): readonly KnownChange[] | undefined {
    if (this.#floor === undefined || seen.xmin < this.#floor.xmax || seen.xmin > now.xmax) return undefined;
    return [...(this.#byOrganization.get(orgId)?.values() ?? [])]
      .map(({ change }) => change)
      .filter(({ at }) => !isVisible(seen, at));
  }
}
