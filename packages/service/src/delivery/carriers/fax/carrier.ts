// Owns the port to whoever carries faxes.
import type { OrganizationId } from '@pestle/rules/ids';
import type { ReceiptReader } from '../common/receipt.ts';

export interface OutgoingFax {
  readonly orgId: OrganizationId;
  /** Begins with the transmission's id; the same fax has the same id however often it is handed over. */
  readonly faxId: string;
  /** Ten digits. */
  readonly to: string;
  /** Ten digits. */
  readonly from: string;
  /** PDF. */
  readonly document: Uint8Array;
  /** The words of the page, for a simulated carrier; no other gets them. */
  readonly lines: readonly string[];
}

/**
 * `delivered`: the other machine confirmed the pages. `taken`: a gateway took them and tells nothing more, ever. `failed`: the
 * machine certainly has not got them; `forGood`: nor would it the next time. `unknown`: nobody can say, so handing the same id
 * over again is the way to find out. `reason` is a code without health information.
 */
export type FaxResult =
  | { readonly state: 'delivered' | 'taken' }
  | { readonly state: 'failed'; readonly reason: string; readonly forGood?: true }
  | { readonly state: 'unknown'; readonly reason: string };

export interface FaxCarrier {
  /** Hands one fax over and waits for its end, or until `signal` gives up (`unknown`). Never throws. */
  sendFax(fax: OutgoingFax, signal: AbortSignal): Promise<FaxResult>;
  /** Reads what the carrier posts about faxes; left out where it posts nothing that can be trusted. */
  readonly receipts?: ReceiptReader;
  /** Of a carrier that must be asked, by its own name of itself: what became of a fax, by its id of it; undefined while it is on its way. Never throws. */
  readonly asksLater?: {
    readonly name: string;
    ask(carrierId: string, signal: AbortSignal): Promise<FaxResult | undefined>;
  };
  close(): Promise<void>;
}

/** Where a carrier is reached, and as whom. */
export interface FaxCarrierAddress {
  /** Without a slash at the end. Of the HTTP carrier: faxes are at `{baseUrl}/{faxId}`. */
  readonly baseUrl: string;
  /** As the carrier wants it: a bearer key, or `user:password`. */
  readonly key: string;
  /** What the carrier knows us by beside the key: a project, an application, or a gateway's form of an address. */
  readonly account?: string;
  /** The address that mails to a gateway come from. */
  readonly mailFrom?: string;
  /** Where it posts receipts, and by which keys they are known to be its own. */
  readonly receiptUrl?: string;
  readonly receiptKeys?: readonly string[];
  /** A simulated machine, which cannot read a page: it gets the words beside it, as JSON in base64url in the header `fax-text`. */
  readonly simulated?: true;
}
