// Owns the port to whoever carries text messages.
import type { OrganizationId } from '@pestle/rules/ids';
import type { ReceiptReader } from '../common/receipt.ts';

export interface OutgoingText {
  readonly orgId: OrganizationId;
  /** The text's own id. */
  readonly textId: string;
  /** The same for every attempt, so that a repeated one is recognized. */
  readonly messageId: string;
  /** Ten digits. */
  readonly to: string;
  readonly text: string;
}

/**
 * `taken`: the carrier has it. `refused`: it never will take it. `failed`: it has not taken it this time. `unknown`: nobody can say.
 * `reason` is a code without health information.
 */
export type TextResult =
  | { readonly state: 'taken' }
  | { readonly state: 'refused' | 'failed' | 'unknown'; readonly reason: string };

export interface TextCarrier {
  /** Hands one text over. Never throws. */
  sendText(text: OutgoingText, signal: AbortSignal): Promise<TextResult>;
  /** Reads what the carrier posts about texts; left out where it posts nothing. */
  readonly receipts?: ReceiptReader;
  close(): Promise<void>;
}

/** Where a carrier is reached, and as whom. */
export interface TextCarrierAddress {
  /** Without a slash at the end. Of the HTTP carrier: texts are posted to it. */
  readonly baseUrl: string;
  readonly key: string;
  /** What the carrier knows us by beside the key. */
  readonly account?: string;
  /** The number that texts come from, ten digits. */
  readonly from?: string;
  /** Where it posts receipts, and by which keys they are known to be its own. */
  readonly receiptUrl?: string;
  readonly receiptKeys?: readonly string[];
}
