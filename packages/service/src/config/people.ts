// The part of the configuration that decides how people sign in and sign: issuers of organizations, attestation, proofs, mail.
import * as v from 'valibot';
import type { Attestation, ExternalIssuer } from '../identity/identity.ts';
import { DEFAULT_ATTESTATION } from '../identity/identity.ts';
import { isLoopback } from '../kernel/web/loopback.ts';
import type { Environment } from '../store/inside.ts';
import type { Reader } from './reader.ts';

export interface PeopleConfig {
  /** Oldest proof that is good for signing; null for identity's own rule. */
  readonly signingProofAgeSeconds: number | null;
  /** What prescribers agree to before they sign; null asks for nothing. */
  readonly attestation: Attestation | null;
  readonly externalIssuers: readonly ExternalIssuer[];
  /** Where the ends of hashes of breached passwords are asked for; null asks nobody. */
  readonly passwordRangeUrl: string | null;
  /** How e-mails leave the house; null shows invitations to the administrator. */
  readonly mail: { readonly url: string; readonly from: string } | null;
}

/** Where none is given: what holds in the sandbox. */
export const NO_PEOPLE_CONFIG: PeopleConfig = {
  signingProofAgeSeconds: null,
  attestation: null,
  externalIssuers: [],
  passwordRangeUrl: null,
  mail: null,
};

const proofAge = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/),
  v.transform(Number),
  v.minValue(60),
  v.maxValue(86_400),
);

const json = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    try {
      return JSON.parse(dataset.value) as unknown;
    } catch {
      addIssue({ message: 'not JSON' });
      return NEVER;
    }
  }),
);

const attestation = v.strictObject({
  version: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(40)),
  text: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(10_000)),
});

const noneOrAttestation = v.union([
  v.pipe(
    v.literal('none'),
    v.transform(() => null),
  ),
  v.pipe(json, attestation),
]);

const claim = v.pipe(v.string(), v.minLength(1), v.maxLength(200));

const externalIssuer = v.strictObject({
  name: v.pipe(v.string(), v.regex(/^[a-z0-9]{1,32}$/)),
  label: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  issuer: v.pipe(v.string(), v.url()),
  clientId: claim,
  clientSecret: v.exactOptional(claim),
  organizationId: v.pipe(v.string(), v.startsWith('org_')),
  replacesPassword: v.boolean(),
  scope: v.exactOptional(claim),
  claims: v.exactOptional(
    v.strictObject({ email: v.exactOptional(claim), emailVerified: v.exactOptional(v.nullable(claim)) }),
  ),
  provesSecondFactor: v.boolean(),
});

const issuers = v.pipe(
  json,
  v.array(externalIssuer),
  v.check((all) => new Set(all.map(({ name }) => name)).size === all.length),
);

const mailUrl = v.pipe(
  v.string(),
  v.url(),
  v.check((text) => /^smtps?:$/.test(new URL(text).protocol)),
);

/** Where the beginning of a hash goes: over https, or to a mirror on this machine. */
const rangeUrl = v.pipe(
  v.string(),
  v.url(),
  v.check((text) => {
    const { protocol, hostname, search, hash } = new URL(text);
    const isSafe = protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
    return isSafe && search === '' && hash === '';
  }),
);

/** Reads this part; problems go to the reader. */
export function peopleOf({ one, problem }: Reader, environment: Environment): PeopleConfig {
  const asked = one('ATTESTATION', noneOrAttestation);
  return {
    signingProofAgeSeconds: one('SIGNING_PROOF_AGE_SECONDS', proofAge) ?? null,
    attestation: asked === undefined ? (environment === 'sandbox' ? null : DEFAULT_ATTESTATION) : asked,
    externalIssuers: one('EXTERNAL_ISSUERS', issuers) ?? [],
    passwordRangeUrl: one('PASSWORD_RANGE_URL', rangeUrl) ?? null,
    mail: mailOf({ one, problem }),
  };
}

function mailOf({ one, problem }: Pick<Reader, 'one' | 'problem'>): PeopleConfig['mail'] {
  const url = one('MAIL_URL', mailUrl);
  const from = one('MAIL_FROM', v.pipe(v.string(), v.maxLength(254), v.email()));
  if (url === undefined) return null;
  if (from === undefined) problem('MAIL_FROM must be the e-mail address that mails come from.');
  return { url, from: from ?? '' };
}
