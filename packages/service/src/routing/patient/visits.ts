// The visit behind a patient's link: a signed cookie for one link's pages, first without and then with the date of birth, and the token of its forms.

import type { Clock } from '../../kernel/ports.ts';
import { createKeyedCookie, isSame } from '../../kernel/web/pages/keyed-cookie.ts';
import { ROUTING_LIMITS } from '../limits.ts';
import type { PatientLinkId } from './links.ts';

export interface PatientVisit {
  readonly linkId: PatientLinkId;
  /** True once the date of birth was given. */
  readonly proven: boolean;
  /** Goes into every form: a page of another site cannot know it. */
  readonly formToken: string;
}

export interface PatientVisits {
  /** The Set-Cookie value that begins a visit, or replaces it by one that is proven. */
  begin(linkId: PatientLinkId, proven: boolean): string;
  /** The Set-Cookie value that ends it. */
  end(linkId: PatientLinkId): string;
  /** The visit in a Cookie header, if it is this link's and still holds. */
  read(cookieHeader: string | undefined, linkId: PatientLinkId): PatientVisit | undefined;
  /** True when a form was made for this visit. */
  owns(visit: PatientVisit, formToken: string): boolean;
}

/** The pages of one link. Its id is in the address; it opens nothing without the cookie. */
export function visitPath(linkId: PatientLinkId): string {
  return `/p/visit/${linkId}`;
}

/**
 * `linkKey` is the deployment's secret for links; visits use a key of their own derived from it. Visits that a `previous`
 * one began go on.
 */
export function createPatientVisits(
  linkKey: Uint8Array,
  clock: Clock,
  secure: boolean,
  previous: readonly Uint8Array[] = [],
): PatientVisits {
  const cookie = createKeyedCookie({
    linkKey,
    previous,
    purpose: 'pestle patient visits',
    name: 'pestle-patient',
    secure,
    // Lax, not Strict: the visit begins with a tap in another app, and the page that follows must have the cookie.
    sameSite: 'Lax',
    seconds: ROUTING_LIMITS.patientSessionSeconds,
    clock,
  });
  return {
    begin: (linkId, proven) => cookie.begin(linkId, visitPath(linkId), proven ? 1 : 0),
    end: (linkId) => cookie.end(visitPath(linkId)),
    read: (cookieHeader, linkId) => {
      const visit = cookie.read(cookieHeader, linkId);
      return visit === undefined
        ? undefined
        : { linkId, proven: visit.state === 1, formToken: visit.formToken };
    },
    owns: (visit, formToken) => isSame(formToken, visit.formToken),
  };
}
