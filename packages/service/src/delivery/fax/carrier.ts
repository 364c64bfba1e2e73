// Owns the port to whoever carries faxes.

export interface OutgoingFax {
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
 * `delivered`: the other machine confirmed the pages. `failed`: it certainly has not got them. `unknown`: nobody can say,
 * so handing the same id over again is the way to find out. `reason` is a code without health information.
 */
export type FaxResult =
  | { readonly state: 'delivered' }
  | { readonly state: 'failed'; readonly reason: string }
  | { readonly state: 'unknown'; readonly reason: string };

export interface FaxCarrier {
  /** Hands one fax over and waits for its end, or until `signal` gives up (`unknown`). Never throws. */
  sendFax(fax: OutgoingFax, signal: AbortSignal): Promise<FaxResult>;
  close(): Promise<void>;
}

/** Where a carrier is reached, and as whom. */
export interface FaxCarrierAddress {
  /** Of the HTTP carrier: faxes are at `{baseUrl}/{faxId}`. */
  readonly baseUrl: string;
  /** Bearer key. */
  readonly key: string;
  /** A simulated machine, which cannot read a page: it gets the words beside it, as JSON in base64url in the header `fax-text`. */
  readonly simulated?: true;
}
