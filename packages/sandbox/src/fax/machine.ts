// Owns the fax machine: it takes pages over HTTP, calls a line that may be busy, and keeps what came out.
import { createHash } from 'node:crypto';
import { FAX_PAGES_KEPT_MAX, FAXES_KEPT_MAX } from '../limits.ts';
import type { PharmacyLog } from '../pharmacies/log.ts';
import type { Network } from '../pharmacies/network.ts';
import type { FaxLine } from '../pharmacies/types.ts';
import type { Clock } from '../ports.ts';
import { readFaxText } from './evidence.ts';

export type FaxState = 'queued' | 'sending' | 'delivered' | 'failed';

/** One fax: what was sent, to whom, and how it went. */
export type FaxRecord = {
  readonly faxId: string;
  /** Ten digits. */
  readonly to: string;
  /** Ten digits. */
  readonly from: string;
  readonly pharmacyId: string | null;
  readonly pharmacyName: string | null;
  readonly state: FaxState;
  readonly reason: string | null;
  readonly bytesSha256: string;
  readonly byteLength: number;
  /** ISO 8601, UTC. */
  readonly receivedAt: string;
  readonly endedAt: string | null;
  /** The pages themselves are still kept. */
  readonly pagesKept: boolean;
};

export type FaxOptions = {
  readonly network: Network;
  readonly log: PharmacyLog;
  readonly clock: Clock;
  readonly deliveryMs: number;
  readonly onFax: (fax: FaxRecord) => void;
};

/** What the machine says to a PUT. */
export type FaxTaken =
  | { readonly is: 'taken'; readonly fax: FaxRecord }
  /** The id was used for other pages or another number. */
  | { readonly is: 'clash' };

/** The fax machine. */
export interface FaxMachine {
  readonly send: (fax: { faxId: string; to: string; from: string; pdf: Buffer }) => FaxTaken;
  readonly find: (faxId: string) => FaxRecord | undefined;
  /** The exact bytes, while they are kept. */
  readonly pages: (faxId: string) => Buffer | undefined;
  readonly faxes: () => readonly FaxRecord[];
  readonly close: () => void;
}

const BUSY_CALLS = 2;

/** A fax machine whose lines behave as their pharmacies say; a number that nobody here has delivers. */
export function createFaxMachine(options: FaxOptions): FaxMachine {
  const { network, log, clock, deliveryMs, onFax } = options;
  const faxes = new Map(deliveredBefore(log, network).map((fax) => [fax.faxId, fax]));
  const pages = new Map<string, Buffer>();
  const calls = new Map<string, number>();
  const timers = new Set<NodeJS.Timeout>();
  const change = (faxId: string, to: Partial<FaxRecord>): void => {
    const fax = faxes.get(faxId);
    if (fax === undefined) return;
    const changed = { ...fax, ...to };
    faxes.set(faxId, changed);
    onFax(changed);
  };
  const after = (ms: number, act: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      act();
    }, ms);
    timers.add(timer);
  };
  const call = (fax: FaxRecord, pdf: Buffer): void => {
    const group = `${fax.to} ${groupOf(fax.faxId)}`;
    const count = (calls.get(group) ?? 0) + 1;
    calls.set(group, count);
    if (calls.size > FAXES_KEPT_MAX) forgetFirst(calls);
    const line: FaxLine = network.byFax(fax.to)?.faxLine ?? 'delivers';
    const problem = problemOf(line, count);
    after(deliveryMs / 2, () => {
      // Timers may run late and out of turn when the machine is busy: what has ended stays ended.
      if (faxes.get(fax.faxId)?.state === 'queued') change(fax.faxId, { state: 'sending' });
    });
    after(deliveryMs, () => {
      const endedAt = new Date(clock.now()).toISOString();
      if (problem === null) log.append(entryOf(fax, pdf, endedAt, count, line));
      change(fax.faxId, { state: problem === null ? 'delivered' : 'failed', reason: problem, endedAt });
    });
  };
  const send: FaxMachine['send'] = ({ faxId, to, from, pdf }) => {
    const bytesSha256 = createHash('sha256').update(pdf).digest('hex');
    const known = faxes.get(faxId);
    if (known !== undefined && (known.bytesSha256 !== bytesSha256 || known.to !== to)) return { is: 'clash' };
    if (known !== undefined && known.state !== 'failed') return { is: 'taken', fax: known };
    const player = network.byFax(to);
    const fax: FaxRecord = {
      faxId,
      to,
      from,
      pharmacyId: player?.pharmacyId ?? null,
      pharmacyName: player?.name ?? null,
      state: 'queued',
      reason: null,
      bytesSha256,
      byteLength: pdf.length,
      receivedAt: new Date(clock.now()).toISOString(),
      endedAt: null,
      pagesKept: true,
    };
    faxes.set(faxId, fax);
    pages.set(faxId, pdf);
    forgetOldest(faxes, pages);
    onFax(fax);
    call(fax, pdf);
    return { is: 'taken', fax };
  };
  return {
    send,
    find: (faxId) => faxes.get(faxId),
    pages: (faxId) => pages.get(faxId),
    faxes: () => [...faxes.values()],
    close: () => {
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** What a restarted machine still knows: the faxes that came out, without their pages. */
function deliveredBefore(log: PharmacyLog, network: Network): FaxRecord[] {
  return log.entries().flatMap((entry): FaxRecord[] => {
    if (entry.faxId === undefined) return [];
    const player = entry.pharmacyId === null ? undefined : network.byId(entry.pharmacyId);
    return [
      {
        faxId: entry.faxId,
        to: entry.faxTo ?? '',
        from: '',
        pharmacyId: entry.pharmacyId,
        pharmacyName: player?.name ?? null,
        state: 'delivered',
        reason: null,
        bytesSha256: entry.bytesSha256,
        byteLength: 0,
        receivedAt: entry.at,
        endedAt: entry.at,
        pagesKept: false,
      },
    ];
  });
}

/** What the pharmacy's log says of a fax that came out of its machine. */
function entryOf(fax: FaxRecord, pdf: Buffer, at: string, attempt: number, line: FaxLine) {
  const evidence = readFaxText(pdf);
  return {
    at,
    pharmacyId: fax.pharmacyId,
    channel: 'fax',
    kind: evidence.isCancelNotice ? 'fax-cancel' : 'fax',
    messageId: evidence.messageId,
    prescriberOrderNumber: evidence.prescriberOrderNumber,
    faxId: fax.faxId,
    faxTo: fax.to,
    attempt,
    bytesSha256: fax.bytesSha256,
    accepted: true,
    duplicate: false,
    behaviour: line,
    answered: 'delivered',
    acknowledged: true,
  } as const;
}

function problemOf(line: FaxLine, count: number): string | null {
  switch (line) {
    case 'delivers':
      return null;
    case 'busy-twice':
      return count > BUSY_CALLS ? null : 'busy';
    case 'never-picks-up':
      return 'no answer';
    default:
      return line satisfies never;
  }
}

/** Calls about one thing: the ids of its faxes begin with the id of its transmission. */
function groupOf(faxId: string): string {
  return /^trm_[0-7][0-9A-HJKMNP-TV-Z]{25}/.exec(faxId)?.[0] ?? faxId;
}

function forgetOldest(faxes: Map<string, FaxRecord>, pages: Map<string, Buffer>): void {
  if (pages.size > FAX_PAGES_KEPT_MAX) {
    const oldest = forgetFirst(pages) ?? '';
    const fax = faxes.get(oldest);
    if (fax !== undefined) faxes.set(oldest, { ...fax, pagesKept: false });
  }
  if (faxes.size > FAXES_KEPT_MAX) pages.delete(forgetFirst(faxes) ?? '');
}

function forgetFirst(map: Map<string, unknown>): string | undefined {
  const [first] = map.keys();
  if (first !== undefined) map.delete(first);
  return first;
}
