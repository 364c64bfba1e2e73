// Puts our id into the address that receipts come to, where a carrier gives back nothing else, and takes it out again.

const NAME = 'message';

export function receiptAddress(receiptUrl: string, messageId: string): string {
  return `${receiptUrl}?${new URLSearchParams({ [NAME]: messageId }).toString()}`;
}

/** Undefined where the address names none. */
export function messageOf(url: string): string | undefined {
  return new URL(url).searchParams.get(NAME) ?? undefined;
}
