// Owns what a fax is drawn from: facts only, so that the same facts always give the same bytes.
import type { ClinicalContent, Envelope, PostalAddress } from '../../prescribing/inside.ts';

/** Why a fax goes out, as kept in `transmission.reason`. */
export type FaxReason =
  /** The pharmacy is neither integrated nor reached through a partner (D3). */
  | { readonly because: 'not-integrated' }
  /** Electronic delivery did not succeed; `at` is when that was known (D2, D4). */
  | { readonly because: 'electronic-failed'; readonly at: string }
  /** The pharmacy's system is in a window of maintenance that ends too late to wait for (D6). */
  | { readonly because: 'maintenance'; readonly at: string }
  /** It was taken electronically, and that was withdrawn later (D4). */
  | { readonly because: 'electronic-withdrawn'; readonly at: string }
  /** An earlier notice went to this number, and this one follows it (cancel, late acceptance). */
  | { readonly because: 'earlier-fax'; readonly at: string };

export interface FaxFacts {
  /** `new` delivers, `cancel` withdraws, `discontinue` stops the refills, `late_notice` says that both a fax and an electronic copy exist. */
  readonly kind: 'new' | 'cancel' | 'late_notice' | 'discontinue';
  readonly content: ClinicalContent;
  readonly envelope: Envelope;
  /** The order's own address, where it has one. */
  readonly address: PostalAddress | null;
  /** Its NCPDP id and NPI are not among the facts: the link's page asks for one, so no fax may show them. */
  readonly pharmacy: {
    readonly name: string;
    /** Ten digits. */
    readonly fax: string;
    readonly timeZone: string | null;
  };
  /** The number the fax comes from, ten digits. */
  readonly senderFax: string;
  /** Fixed with the transmission's first attempt: it dates the page and the file. */
  readonly sentAt: Date;
  /** ISO 8601: when the prescription was signed. */
  readonly writtenAt: string;
  readonly prescriberOrderNumber: string;
  /** By which the practice names the order on the telephone. */
  readonly orderNumber: string | null;
  /** The MessageID by which the pharmacy may hold the prescription. */
  readonly messageId: string;
  readonly reason: FaxReason;
  /** The bytes of an electronic attempt may have arrived: the page says so (D4). Always true for a `late_notice`. */
  readonly mayHaveArrived: boolean;
  readonly link: {
    /** With the token; in the QR code. */
    readonly url: string;
    /** Without it; typed together with the code. */
    readonly address: string;
    readonly code: string;
    /** ISO 8601. */
    readonly expiresAt: string;
  };
}
