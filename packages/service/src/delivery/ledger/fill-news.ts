// What operators hear when an attempt's end sends a prescription or a cancel another way: ids and codes, no health information.
import type { FillId, OrderId, OrganizationId, PharmacyId } from '@pestle/rules/ids';

/** Why a fax follows an electronic message, as figures count it. */
export const FALLBACK_REASONS = [
  'electronic-failed',
  'electronic-withdrawn',
  'maintenance',
  'not-in-time',
  'given-up-by-operator',
] as const;

export type FallbackReason = (typeof FALLBACK_REASONS)[number];

interface OfFill {
  readonly orgId: OrganizationId;
  readonly orderId: OrderId;
  readonly fillId: FillId;
  readonly pharmacyId: PharmacyId | null;
}

export type FillNews =
  /** A fax replaces the electronic message. */
  | (OfFill & {
      readonly news: 'fallback';
      readonly kind: 'new' | 'cancel' | 'discontinue';
      readonly reason: FallbackReason;
    })
  /** The fill is STUCK: a person must act. The reason is one of the table of such reasons. */
  | (OfFill & { readonly news: 'stuck'; readonly reason: string; readonly owner: string });
