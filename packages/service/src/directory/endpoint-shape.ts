// Checks where messages go and how the service proves itself there, and says of each field what the published JSON Schema says.
import * as v from 'valibot';
import { type FieldFacts, field } from '../kernel/field-words.ts';
import { isPrivateRange } from '../kernel/outgoing/network-policy.ts';
import { DIRECTORY_LIMITS } from './limits.ts';

/** No control characters; JSON Schema reads patterns as Unicode. */
const ONE_LINE = { pattern: '^\\P{Cc}*$' } as const satisfies FieldFacts;

/** One line of text. */
export const line = (description: string, max = 500, facts: FieldFacts = {}) =>
  field(
    description,
    v.pipe(
      v.string(),
      v.nonEmpty('Write something, or leave it out.'),
      v.maxLength(max, `This may have at most ${max} characters.`),
      v.check((text) => !/\p{Cc}/u.test(text), 'Control characters are not allowed here.'),
    ),
    { ...ONE_LINE, ...facts },
  );

const secret = (description: string, max?: number) => line(description, max, { writeOnly: true });

const pem = (description: string, facts: FieldFacts = {}) =>
  field(
    description,
    v.pipe(
      v.string(),
      v.regex(
        /^-----BEGIN [A-Z ]+-----[\s\S]{10,20000}-----END [A-Z ]+-----\s*$/,
        'This must be PEM text, from BEGIN to END.',
      ),
    ),
    facts,
  );

const URL_CHARACTERS_MAX = 2_000;

/** HTTPS everywhere; plain HTTP only to this machine, where the sandbox's peers listen. */
export const endpointUrl = v.pipe(
  v.string(),
  v.nonEmpty('Write something, or leave it out.'),
  v.maxLength(URL_CHARACTERS_MAX, `This may have at most ${URL_CHARACTERS_MAX} characters.`),
  v.url('This must be an absolute URL.'),
  v.regex(
    /^(?:https:\/\/[^\s/?#@]+|http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?)(?:[/?][^\s#]*)?$/,
    'The address must begin with https:// and hold no credentials.',
  ),
);

const HEADER_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,64}$/;
/** Set by the transport or by the credentials; a profile that set them would break or redirect the request. */
const RESERVED_HEADERS = new Set([
  'authorization',
  'connection',
  'content-length',
  'content-type',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
const headerName = v.pipe(
  v.string(),
  v.regex(HEADER_NAME, 'This is not the name of an HTTP header.'),
  v.check((name) => !RESERVED_HEADERS.has(name.toLowerCase()), 'This header is set by the service itself.'),
);

const kind = <const Kind extends string>(name: Kind, description: string) =>
  field(description, v.literal(name));

const auth = v.variant('kind', [
  v.strictObject({ kind: kind('none', 'No credentials.') }),
  v.strictObject({
    kind: kind('bearer', 'A token that stays the same, in the header Authorization.'),
    token: secret('The token.', 8_000),
  }),
  v.strictObject({
    kind: kind('basic', 'HTTP Basic.'),
    username: line('The name they gave us.'),
    password: secret('The password.'),
  }),
  v.strictObject({
    kind: kind('apiKey', 'A key in a header of its own.'),
    header: field('The name of the header.', headerName, { examples: ['x-api-key'] }),
    value: secret('The key.', 8_000),
  }),
  v.strictObject({
    kind: kind(
      'oauth2',
      'OAuth 2.0 client credentials: a token is fetched, kept, and fetched again before it ends.',
    ),
    tokenUrl: field('Where tokens are fetched.', endpointUrl),
    clientId: line('Who we are there.'),
    clientSecret: secret('What proves it.'),
    scope: v.optional(line('What the token is for, where they ask for it.')),
  }),
  v.strictObject({
    kind: kind('mtls', 'Mutual TLS: a certificate of ours.'),
    certificatePem: pem('Our certificate, with its chain.'),
    privateKeyPem: pem('Its private key.', { writeOnly: true }),
    authorityPem: v.optional(pem('A certificate authority of their own, believed for this endpoint only.')),
  }),
]);

/** Where messages go and how the service proves itself there. */
export const endpoint = v.strictObject({
  url: field('Where messages go: HTTPS, without credentials in the address.', endpointUrl, {
    examples: ['https://pharmacy.example.org/script'],
  }),
  auth: field(
    'How the service proves itself there. Sealed in the store; another kind replaces all of it.',
    auth,
  ),
  privateNetwork: v.optional(
    field(
      'The private range in which it lives, inside one that DELIVERY_ALLOW opens; it is reached there and nowhere else. Left out for a public address.',
      v.pipe(
        v.string(),
        v.check(
          isPrivateRange,
          'Write a private range, such as 10.20.0.0/16; an endpoint at a public address has none.',
        ),
      ),
      { pattern: '^[0-9A-Fa-f.:]+/[0-9]{1,3}$', examples: ['10.20.0.0/16'] },
    ),
  ),
  headers: v.optional(
    field(
      'Further headers of each request, which may hold keys: their values are sealed.',
      v.pipe(
        v.record(headerName, secret('The value of the header.')),
        v.maxEntries(DIRECTORY_LIMITS.integrationHeadersMax, 'There are too many headers.'),
      ),
    ),
  ),
});

export type Endpoint = v.InferOutput<typeof endpoint>;
export type EndpointAuth = Endpoint['auth'];

/** An endpoint as its row shows it: what proves who we are is sealed beside it, unless there is nothing secret. */
export type StoredEndpoint = Pick<Endpoint, 'url' | 'privateNetwork'> &
  Partial<Pick<Endpoint, 'auth' | 'headers'>>;
