// Owns the list of a patient's prescriptions: loaded, followed while somebody looks, and never that of another patient (E5).
import { type ClientError, isAbort, type Session } from '@pestle/client';
import { MedicationHistory } from '@pestle/client/documents/history';
import { boardOf, type FillStanding, type StandingBoard } from '../standing/board.ts';
import { fillOf, type HistoryRecord, isMoving, merged } from './history-model.ts';

/** How often the list is looked at: sooner while something is on its way. */
const MOVING_MS = 4_000;
const RESTING_MS = 20_000;
const PAGE_SIZE = 20;

/** The prescriptions of one patient. `stop()` ends it; another patient is another store. */
export class HistoryStore {
  status: 'loading' | 'ready' | 'failed' = 'loading';
  records: readonly HistoryRecord[] = [];
  hasMore = false;
  loadingMore = false;
  /** The last look did not work; what is shown may be old. */
  stale = false;
  error: ClientError | undefined;
  readonly session: Session;
  readonly #patientId: string;
  readonly #changed: () => void;
  readonly #board: StandingBoard;
  readonly #end = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #cursor: string | null = null;
  #pages = 0;
  #looking = false;
  /** Asked for while a look was under way, which may have left too early to see what it is about. */
  #wanted = false;

  constructor(session: Session, patientId: string, changed: () => void) {
    this.session = session;
    this.#patientId = patientId;
    this.#changed = changed;
    this.#board = boardOf(session);
    this.#end.signal.addEventListener('abort', this.#board.subscribe(changed), { once: true });
    document.addEventListener('visibilitychange', this.#visible, { signal: this.#end.signal });
    void this.look();
  }

  /** What stands of a prescription's last order; null when it was never ordered. */
  fillOf(record: HistoryRecord): FillStanding | null {
    return fillOf(record, this.#board);
  }

  /** Looks now, for instance after something was sent. */
  async look(): Promise<void> {
    if (this.#end.signal.aborted) return;
    if (this.#looking) {
      this.#wanted = true;
      return;
    }
    clearTimeout(this.#timer);
    this.#looking = true;
    this.#wanted = false;
    const asked = this.#board.asking();
    try {
      const variables = { patientId: this.#patientId, first: PAGE_SIZE, after: null };
      const { prescriptions } = await this.session.query(MedicationHistory, variables, {
        signal: this.#end.signal,
      });
      if (this.#end.signal.aborted) return;
      this.records = merged(prescriptions.nodes, this.records);
      this.#take(asked, prescriptions.nodes);
      if (this.#pages === 0) {
        this.#pages = 1;
        this.hasMore = prescriptions.pageInfo.hasNextPage;
        this.#cursor = prescriptions.pageInfo.endCursor;
      }
      this.status = 'ready';
      this.stale = false;
      this.error = undefined;
    } catch (error) {
      if (this.#end.signal.aborted || isAbort(error)) return;
      this.error = error as ClientError;
      this.stale = true;
      if (this.status === 'loading') this.status = 'failed';
    } finally {
      this.#looking = false;
      if (!this.#end.signal.aborted) {
        this.#changed();
        if (this.#wanted) void this.look();
        else this.#again();
      }
    }
  }

  /** The next page of older ones. */
  async more(): Promise<void> {
    if (this.loadingMore || !this.hasMore) return;
    this.loadingMore = true;
    this.#changed();
    const asked = this.#board.asking();
    try {
      const variables = { patientId: this.#patientId, first: PAGE_SIZE, after: this.#cursor };
      const { prescriptions } = await this.session.query(MedicationHistory, variables, {
        signal: this.#end.signal,
      });
      this.records = merged(this.records, prescriptions.nodes);
      this.#take(asked, prescriptions.nodes);
      this.#pages += 1;
      this.hasMore = prescriptions.pageInfo.hasNextPage;
      this.#cursor = prescriptions.pageInfo.endCursor;
    } catch (error) {
      if (isAbort(error)) return;
      this.error = error as ClientError;
      this.stale = true;
    } finally {
      this.loadingMore = false;
      if (!this.#end.signal.aborted) this.#changed();
    }
  }

  stop(): void {
    this.#end.abort();
    clearTimeout(this.#timer);
  }

  #take(asked: number, records: readonly HistoryRecord[]): void {
    this.#board.take(
      asked,
      records.flatMap(({ latestFill }) => latestFill ?? []),
    );
  }

  #again(): void {
    clearTimeout(this.#timer);
    if (document.visibilityState === 'hidden') return;
    const wait =
      !this.stale && this.records.some((record) => isMoving(this.fillOf(record))) ? MOVING_MS : RESTING_MS;
    this.#timer = setTimeout(() => {
      if (this.session.state === 'ready') void this.look();
      else this.#again();
    }, wait);
  }

  readonly #visible = (): void => {
    if (document.visibilityState === 'visible' && this.session.state === 'ready') void this.look();
  };
}
