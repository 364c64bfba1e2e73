// Owns what the fax machine keeps: a record of each fax, and the pages of the newest.
import { FAX_PAGES_KEPT_MAX, FAXES_KEPT_MAX } from '../limits.ts';
import { forgetOldest } from '../oldest.ts';
import type { PharmacyLog } from '../pharmacies/log.ts';
import type { Network } from '../pharmacies/network.ts';

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

/** What came out of the machine. */
export type FaxPages = {
  readonly pdf: Buffer;
  /** The words that came beside the page; empty when none did. */
  readonly lines: readonly string[];
};

/** The machine's records and pages, within their bounds. */
export interface FaxRecords {
  readonly find: (faxId: string) => FaxRecord | undefined;
  /** The pages of a fax, while they are kept. */
  readonly pages: (faxId: string) => FaxPages | undefined;
  readonly all: () => readonly FaxRecord[];
  /** Keeps a fax with its pages; the oldest make room. */
  readonly keep: (fax: FaxRecord, pages: FaxPages) => void;
  /** Changes a record that is still kept. */
  readonly change: (faxId: string, to: Partial<FaxRecord>) => void;
}

/** Records that begin with what a restarted machine still knows. `onFax` hears of each record that is kept or changed. */
export function createFaxRecords(before: readonly FaxRecord[], onFax: (fax: FaxRecord) => void): FaxRecords {
  const faxes = new Map(before.map((fax) => [fax.faxId, fax]));
  const pages = new Map<string, FaxPages>();
  const makeRoom = (): void => {
    const withoutPages = faxes.get(forgetOldest(pages, FAX_PAGES_KEPT_MAX) ?? '');
    if (withoutPages !== undefined) faxes.set(withoutPages.faxId, { ...withoutPages, pagesKept: false });
    pages.delete(forgetOldest(faxes, FAXES_KEPT_MAX) ?? '');
  };
  return {
    find: (faxId) => faxes.get(faxId),
    pages: (faxId) => pages.get(faxId),
    all: () => [...faxes.values()],
    keep: (fax, kept) => {
      faxes.set(fax.faxId, fax);
      pages.set(fax.faxId, kept);
      makeRoom();
      onFax(fax);
    },
    change: (faxId, to) => {
      const fax = faxes.get(faxId);
      if (fax === undefined) return;
      const changed = { ...fax, ...to };
      faxes.set(faxId, changed);
      onFax(changed);
    },
  };
}

/** What a restarted machine still knows: the faxes that came out, without their pages. */
export function deliveredBefore(log: PharmacyLog, network: Network): FaxRecord[] {
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
