// Owns the list of a patient's prescriptions: loaded page by page, followed while somebody looks, and never that of another patient (E5).
import type { DataOf, Session } from '@pestle/client';
import { MedicationHistory } from '@pestle/client/documents/history';
import type { FollowedFill } from '../situation/board.ts';
import { FollowedList } from '../situation/followed-list.ts';
import { fillOf, type HistoryRecord, merged } from './history-model.ts';

const PAGE_SIZE = 20;

type PageEnd = DataOf<typeof MedicationHistory>['prescriptions']['pageInfo'];

/** The prescriptions of one patient. `stop()` ends it; another patient is another store. */
export class HistoryStore extends FollowedList {
  records: readonly HistoryRecord[] = [];
  /** How many of those that were loaded are there and cannot be read: the ids by which the service named them. */
  readonly unreadable = new Set<string>();
  hasMore = false;
  loadingMore = false;
  readonly #patientId: string;
  /** Where the next page begins; undefined before the first was read. */
  #cursor: string | null | undefined;

  constructor(session: Session, patientId: string, changed: () => void) {
    super(session, patientId, changed);
    this.#patientId = patientId;
    void this.look();
  }

  /** What stands of a prescription's last order; null when it was never ordered. */
  fillOf(record: HistoryRecord): FollowedFill | null {
    return fillOf(record, this.board);
  }

  /** The next page of older ones. */
  async more(): Promise<void> {
    if (this.loadingMore || !this.hasMore) return;
    this.loadingMore = true;
    this.changed();
    await this.attempt(async () => {
      const asked = this.board.asking();
      const { nodes, pageInfo } = await this.#page(this.#cursor ?? null);
      return () => {
        this.records = merged(this.records, nodes);
        this.#take(asked, nodes);
        this.#ends(pageInfo);
      };
    });
    this.loadingMore = false;
    if (!this.signal.aborted) this.changed();
  }

  protected override fills(): readonly (FollowedFill | null)[] {
    return this.records.map((record) => this.fillOf(record));
  }

  protected override async ask(): Promise<() => void> {
    const asked = this.board.asking();
    const { nodes, pageInfo } = await this.#page(null);
    return () => {
      this.records = merged(nodes, this.records);
      this.#take(asked, nodes);
      if (this.#cursor === undefined) this.#ends(pageInfo);
    };
  }

  #ends({ hasNextPage, endCursor }: PageEnd): void {
    this.hasMore = hasNextPage;
    this.#cursor = endCursor;
  }

  async #page(after: string | null) {
    const variables = { patientId: this.#patientId, first: PAGE_SIZE, after };
    const { signal } = this;
    const { prescriptions } = await this.session.query(MedicationHistory, variables, { signal });
    for (const id of prescriptions.pageInfo.unreadable) this.unreadable.add(id);
    return prescriptions;
  }

  #take(asked: number, records: readonly HistoryRecord[]): void {
    this.board.take(
      asked,
      records.flatMap(({ latestFill }) => latestFill ?? []),
    );
  }
}
