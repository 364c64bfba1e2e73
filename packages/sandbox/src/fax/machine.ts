// Owns the fax machine: it takes pages, calls the pharmacy's line, and writes into the pharmacy's log what came out there.
import { createHash } from 'node:crypto';
import type { LogEntry, PharmacyLog } from '../pharmacies/log.ts';
import type { Network } from '../pharmacies/network.ts';
import type { FaxLine } from '../pharmacies/types.ts';
import type { Clock } from '../ports.ts';
import { readFaxText } from './evidence.ts';
import { type CallEnd, openTelephoneLine } from './line.ts';
import { createFaxRecords, deliveredBefore, type FaxPages, type FaxRecord } from './records.ts';

export type FaxOptions = {
  readonly network: Network;
  readonly log: PharmacyLog;
  readonly clock: Clock;
  readonly deliveryMs: number;
  readonly onFax: (fax: FaxRecord) => void;
};

/** What a carrier hands over. */
export type IncomingFax = FaxPages & { readonly faxId: string; readonly to: string; readonly from: string };

/** What the machine says to a PUT. */
export type FaxTaken =
  | { readonly is: 'taken'; readonly fax: FaxRecord }
  /** The id was used for other pages or another number. */
  | { readonly is: 'clash' };

/** The fax machine. */
export interface FaxMachine {
  readonly send: (fax: IncomingFax) => FaxTaken;
  readonly find: (faxId: string) => FaxRecord | undefined;
  /** The exact bytes and the words beside them, while they are kept. */
  readonly pages: (faxId: string) => FaxPages | undefined;
  readonly faxes: () => readonly FaxRecord[];
  readonly close: () => void;
}

/** A fax machine whose lines behave as their pharmacies say; a number that nobody here has delivers. */
export function createFaxMachine({ network, log, clock, deliveryMs, onFax }: FaxOptions): FaxMachine {
  const records = createFaxRecords(deliveredBefore(log, network), onFax);
  const telephone = openTelephoneLine(deliveryMs);
  const call = (fax: FaxRecord, lines: readonly string[]): void => {
    const other = network.byFax(fax.to)?.faxLine ?? 'delivers';
    telephone.call(fax.faxId, other, {
      half: () => {
        // Timers may run late and out of turn when the machine is busy: what has ended stays ended.
        if (records.find(fax.faxId)?.state === 'queued') records.change(fax.faxId, { state: 'sending' });
      },
      end: (end) => {
        const { problem } = end;
        const endedAt = new Date(clock.now()).toISOString();
        if (problem === null) log.append(entryOf(fax, lines, endedAt, end, other));
        const state = problem === null ? 'delivered' : 'failed';
        records.change(fax.faxId, { state, reason: problem, endedAt });
      },
    });
  };
  return {
    send: ({ faxId, to, from, pdf, lines }) => {
      const bytesSha256 = createHash('sha256').update(pdf).digest('hex');
      const known = records.find(faxId);
      if (known !== undefined && (known.bytesSha256 !== bytesSha256 || known.to !== to))
        return { is: 'clash' };
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
      records.keep(fax, { pdf, lines });
      call(fax, lines);
      return { is: 'taken', fax };
    },
    find: records.find,
    pages: records.pages,
    faxes: records.all,
    close: telephone.close,
  };
}

/** What the pharmacy's log says of a fax that came out of its machine. */
function entryOf(
  fax: FaxRecord,
  lines: readonly string[],
  at: string,
  { count }: CallEnd,
  line: FaxLine,
): Omit<LogEntry, 'sequence'> {
  const evidence = readFaxText(lines);
  return {
    at,
    pharmacyId: fax.pharmacyId,
    channel: 'fax',
    kind: evidence.isCancelNotice ? 'fax-cancel' : evidence.isRefillNotice ? 'fax-discontinue' : 'fax',
    messageId: evidence.messageId,
    prescriberOrderNumber: evidence.prescriberOrderNumber,
    faxId: fax.faxId,
    faxTo: fax.to,
    attempt: count,
    bytesSha256: fax.bytesSha256,
    accepted: true,
    duplicate: false,
    behaviour: line,
    answered: 'delivered',
    acknowledged: true,
  };
}
