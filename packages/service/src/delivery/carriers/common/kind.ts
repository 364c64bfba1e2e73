// Owns what a row in the tables of carriers says: how one is made, and which settings it needs, in words for whoever configures it.
import type { HandOvers } from './hand-overs.ts';

export interface CarrierKind<Carrier, Address> {
  readonly create: (address: Address, handOvers: HandOvers) => Carrier;
  /** Where it is, unless the configuration says otherwise; left out where it must. */
  readonly url?: string;
  /** Protocols of its address; `http:` and `https:` when left out. */
  readonly protocols?: readonly string[];
  /** What the key is. */
  readonly key: string;
  /** What the account is, where it needs one. */
  readonly account?: { readonly is: string; readonly example: string; readonly form: RegExp };
  /** Which number things come from, where it must be told. */
  readonly from?: string;
  /** It needs the e-mail address that mails to it come from. */
  readonly mailFrom?: true;
  /** By what its receipts are known to be its own, where it posts any. `keyItself`: by the key, unless told otherwise. */
  readonly receiptKeys?: {
    readonly are: string;
    readonly isOne?: (text: string) => boolean;
    readonly keyItself?: true;
  };
}
