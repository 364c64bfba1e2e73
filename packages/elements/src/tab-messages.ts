// Owns what tabs and elements of one browser tell each other: which patient each has open, and that drafts changed (W2, U9).

/** Ids only, between pages of one origin; nothing of it is kept. */
export interface Message {
  readonly kind: 'here' | 'who' | 'gone' | 'drafts';
  /** The one that sends. */
  readonly from: string;
  /** The page that it is on: two elements of one page are not two tabs. */
  readonly page: string;
  readonly patientId: string;
}

export const CHANNEL = 'svc-prescribe-workflow';
export const PAGE = globalThis.crypto?.randomUUID?.() ?? '';

/** Any script of the origin can post here: only what has the shape of a message is heard. */
export function isMessage(data: unknown): data is Message {
  if (typeof data !== 'object' || data === null) return false;
  const { kind, from, page, patientId } = data as Partial<Record<keyof Message, unknown>>;
  return (
    (kind === 'here' || kind === 'who' || kind === 'gone' || kind === 'drafts') &&
    typeof from === 'string' &&
    typeof page === 'string' &&
    typeof patientId === 'string'
  );
}

/** Tells every workflow of this patient, of this page and of others, that its drafts changed. */
export function tellOfDrafts(patientId: string): void {
  if (typeof BroadcastChannel === 'undefined') return;
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage({ kind: 'drafts', from: crypto.randomUUID(), page: PAGE, patientId } satisfies Message);
  channel.close();
}
