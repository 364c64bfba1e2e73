// Owns what a carrier posts about a fax or a text that it has taken: how it is read, and what it says.

/** A request as it came. */
export interface ReceiptRequest {
  /** The public address that was called, with its query, as the carrier signed it. */
  readonly url: string;
  /** One value of a header; undefined where it is missing or there are several. */
  readonly header: (name: string) => string | undefined;
  readonly body: Uint8Array;
  readonly nowMs: number;
}

/** How a fax or text ended, as its carrier says. */
export interface Receipt {
  /** Our id of it, where the carrier gives it back; else its own. */
  readonly reference: string | undefined;
  readonly carrierId: string | undefined;
  /** `taken`: nothing has ended, but the carrier has it. */
  readonly state: 'taken' | 'delivered' | 'failed';
  /** A code without health information. */
  readonly reason: string;
}

/** `unsigned`: not the carrier's, or too old. `irrelevant`: the carrier's, and nothing that we ask about. */
export type ReadReceipt = Receipt | PostedReply | 'unsigned' | 'irrelevant';

/** What somebody wrote back to a text, such as STOP. */
export interface PostedReply {
  readonly reply: { readonly from: string; readonly text: string };
}

export interface ReceiptReader {
  /** Media types of what is posted, lower case. */
  readonly types: readonly string[];
  read(request: ReceiptRequest): ReadReceipt;
}
