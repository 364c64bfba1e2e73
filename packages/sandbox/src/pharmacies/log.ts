// Owns the simulated pharmacies' own append-only log: the evidence for the independent check of the invariants.
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { LOG_ENTRIES_KEPT_MAX } from '../limits.ts';
import type { MessageKind } from './behaviours/behaviour.ts';

/** How a message came. */
export type LogChannel = 'script' | 'partner' | 'api' | 'fax';
/** What came. */
export type LogKind =
  | MessageKind
  | 'api-order'
  | 'api-cancel'
  | 'fax'
  | 'fax-cancel'
  | 'fax-discontinue'
  | 'unreadable';

/**
 * What was answered: `status-010`, `status-000`, `error-900/220` and other SCRIPT codes, `cancel-approved`, `cancel-denied`,
 * `discontinue-approved`, `http-500` and other HTTP statuses, `dropped` (the connection was closed), `none` (held open), `delivered` (a fax came out).
 */
export type Answered = string;

/** One line of the log, written before its answer leaves. */
export type LogEntry = {
  /** 1, 2, 3 …: the order of arrival over all pharmacies. */
  readonly sequence: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** The pharmacy that it was for; null when nobody here has this NCPDP id or fax number. */
  readonly pharmacyId: string | null;
  readonly channel: LogChannel;
  readonly kind: LogKind;
  /** The MessageID, the submission id of an API call, or null for a fax that shows none. */
  readonly messageId: string | null;
  readonly prescriberOrderNumber: string | null;
  readonly relatesToMessageId?: string;
  /** The id that the sender gave the fax. */
  readonly faxId?: string;
  /** The number that a fax went to, ten digits. */
  readonly faxTo?: string;
  readonly partnerId?: string;
  /** Number of this arrival of this MessageID, from 1. */
  readonly attempt: number;
  /** SHA-256 of the exact bytes, in hex. */
  readonly bytesSha256: string;
  /** The pharmacy took it in with this arrival. At most one entry of a MessageID has it. */
  readonly accepted: boolean;
  /** The pharmacy held it already. */
  readonly duplicate: boolean;
  /** The behaviour that decided, or `fault:` and the way in which this arrival failed at random. */
  readonly behaviour: string;
  readonly answered: Answered;
  /** A positive answer (or one that proves that it is held) was sent: the sender can know. */
  readonly acknowledged: boolean;
};

/** The log: append, read, and what was left out of memory. */
export interface PharmacyLog {
  readonly append: (entry: Omit<LogEntry, 'sequence'>) => LogEntry;
  readonly entries: () => readonly LogEntry[];
  /** Entries that only the file still has. */
  readonly dropped: number;
}

/**
 * Opens the log. With a file (NDJSON) every entry is written there before `append` returns, so that it outlives `kill -9`; entries
 * that the file already holds are read back, so that a restarted pharmacy still knows what it has. A torn last line is cut off.
 */
export function openLog(file?: string): PharmacyLog {
  if (file !== undefined) cutTornLine(file);
  const kept: LogEntry[] = file !== undefined && existsSync(file) ? readLog(file) : [];
  let sequence = kept.at(-1)?.sequence ?? 0;
  let dropped = 0;
  const trim = (): void => {
    if (kept.length <= LOG_ENTRIES_KEPT_MAX) return;
    // A tenth at a time: dropping one by one would move the whole array for each entry.
    dropped += kept.splice(0, Math.ceil(LOG_ENTRIES_KEPT_MAX / 10)).length;
  };
  trim();
  return {
    append(entry) {
      sequence += 1;
      const whole: LogEntry = { sequence, ...entry };
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(whole)}\n`);
      kept.push(whole);
      trim();
      return whole;
    },
    entries: () => kept,
    get dropped() {
      return dropped;
    },
  };
}

/** Reads a log file; throws with the line number when a line is not an entry. */
export function readLog(file: string): LogEntry[] {
  const entries: LogEntry[] = [];
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (line === '') continue;
    try {
      entries.push(JSON.parse(line) as LogEntry);
    } catch (error) {
      throw new Error(`Line ${index + 1} of the pharmacies' log is not JSON.`, { cause: error });
    }
  }
  return entries;
}

/** Cuts off what follows the last line end: it was never answered, and the next entry must begin a line of its own. */
function cutTornLine(file: string): void {
  if (!existsSync(file)) return;
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf(0x0a) + 1;
  if (end < bytes.length) truncateSync(file, end);
}
