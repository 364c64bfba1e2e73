// Checks how a pharmacy is reached: stages, endpoint, credentials, message profile and pace (D6–D8, D4).
import * as v from 'valibot';
import { isPrivateRange } from '../kernel/outgoing/network-policy.ts';
import { DIRECTORY_LIMITS } from './limits.ts';
import { declaredWindows } from './maintenance/window-input.ts';
import { isExpression } from './messages/api-settings.ts';
import { issueOf } from './messages/issues.ts';
import { messageProblems } from './messages/settings.ts';

const line = (max = 500) =>
  v.pipe(
    v.string(),
    v.nonEmpty('Write something, or leave it out.'),
    v.maxLength(max, `This may have at most ${max} characters.`),
    v.check((text) => !/\p{Cc}/u.test(text), 'Control characters are not allowed here.'),
  );
const pem = v.pipe(
  v.string(),
  v.regex(
    /^-----BEGIN [A-Z ]+-----[\s\S]{10,20000}-----END [A-Z ]+-----\s*$/,
    'This must be PEM text, from BEGIN to END.',
  ),
);
const instant = v.pipe(
  v.string(),
  v.isoTimestamp('This must be an ISO 8601 time with a zone, such as 2026-01-31T15:00:00Z.'),
);

/** HTTPS everywhere; plain HTTP only to this machine, where the sandbox's peers listen. */
export const endpointUrl = v.pipe(
  line(2_000),
  v.url('This must be an absolute URL.'),
  v.check((text) => isReachableSafely(text), 'The address must begin with https:// and hold no credentials.'),
);

function isReachableSafely(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, username, password, hash } = new URL(text);
  if (username !== '' || password !== '' || hash !== '') return false;
  const loopback = ['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
  return protocol === 'https:' || (protocol === 'http:' && loopback);
}

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

const auth = v.variant('kind', [
  v.strictObject({ kind: v.literal('none') }),
  v.strictObject({ kind: v.literal('bearer'), token: line(8_000) }),
  v.strictObject({ kind: v.literal('basic'), username: line(), password: line() }),
  v.strictObject({ kind: v.literal('apiKey'), header: headerName, value: line(8_000) }),
  v.strictObject({
    kind: v.literal('oauth2'),
    tokenUrl: endpointUrl,
    clientId: line(),
    clientSecret: line(),
    scope: v.optional(line()),
  }),
  v.strictObject({
    kind: v.literal('mtls'),
    certificatePem: pem,
    privateKeyPem: pem,
    authorityPem: v.optional(pem),
  }),
]);

/** Where messages go and how the service proves itself there. */
export const endpoint = v.strictObject({
  url: endpointUrl,
  auth,
  /** The private range in which it lives, inside one that operators have opened (DELIVERY_ALLOW); it is reached there and nowhere else. */
  privateNetwork: v.optional(
    v.pipe(
      v.string(),
      v.check(
        isPrivateRange,
        'Write a private range, such as 10.20.0.0/16; an endpoint at a public address has none.',
      ),
    ),
  ),
  headers: v.optional(
    v.pipe(
      v.record(headerName, line()),
      v.maxEntries(DIRECTORY_LIMITS.integrationHeadersMax, 'There are too many headers.'),
    ),
  ),
});

const script = v.pipe(
  v.strictObject({
    version: v.picklist(['2017071', '2023011']),
    form: v.picklist(['xml', 'json']),
    cancel: v.picklist(['reduced', 'full']),
    /** Pestle's own shape for both versions, or `2017071` for a 2023011 receiver that takes only that (S1). */
    shape: v.optional(v.picklist(['own', '2017071'])),
    versionAttributes: v.optional(
      // What may stand there is asked of the messages, below.
      v.pipe(v.string(), v.maxLength(20, 'Write a revision of the standard, such as 20170715.')),
    ),
    /** Whether an HTTP 2xx alone means "taken", or only a SCRIPT answer. */
    acknowledge: v.picklist(['script', 'http']),
    /** The media types in which a 2xx acknowledges; without them those of SCRIPT messages. One without a body always does. */
    acknowledgeTypes: v.optional(
      v.pipe(
        v.array(
          v.pipe(
            v.string(),
            v.regex(
              /^[a-z]{1,40}\/[a-z0-9.+-]{1,80}$/,
              'Write a media type in small letters, such as text/plain.',
            ),
            v.excludes('html', 'A page says nothing about a message: it may ask to sign in.'),
          ),
        ),
        v.minLength(1, 'Name a media type, or leave this out.'),
        v.maxLength(DIRECTORY_LIMITS.acknowledgeTypesMax, 'There are too many media types.'),
      ),
    ),
    senderTertiaryId: v.optional(line(35)),
    receiverTertiaryId: v.optional(line(35)),
    set: v.optional(v.record(line(300), line())),
    drop: v.optional(v.array(line(300))),
    noteLines: v.optional(v.pipe(v.array(line(210)), v.maxLength(10, 'There are too many note lines.'))),
  }),
  // D7: what is accepted here, delivery does: it builds with the same profile.
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const problem of messageProblems(dataset.value, true)) addIssue(issueOf(problem));
  }),
);

const expression = (charactersMax = 5_000) =>
  v.pipe(
    v.string(),
    v.maxLength(charactersMax, 'Too long.'),
    v.check(isExpression, 'Write a JSONata expression.'),
  );
const apiCall = v.strictObject({
  method: v.picklist(['POST', 'PUT']),
  path: v.pipe(
    v.string(),
    v.regex(/^$|^\/[!-~]{0,500}$/, 'The path must begin with a slash and hold no blanks.'),
  ),
  body: expression(20_000),
  accepted: expression(),
  duplicate: v.optional(expression()),
});

/** A cancel's answer may say at once what the pharmacy did: recorded, never acted on (D10). */
const apiCancelCall = v.strictObject({
  ...apiCall.entries,
  /** True when the pharmacy canceled it. */
  approved: v.optional(expression()),
  /** True when it did not, for example because it was dispensed already; asked first. */
  denied: v.optional(expression()),
  /** Its words. */
  reason: v.optional(expression()),
});

const within = (least: number, most: number) =>
  v.pipe(
    v.number(),
    v.minValue(least, `This must be at least ${least}.`),
    v.maxValue(most, `This may be at most ${most}.`),
  );

/** How a pharmacy is reached. The same shape as the sandbox's pharmacies carry. */
export const integrationSchema = v.pipe(
  v.strictObject({
    stage: v.picklist(['scoping', 'testing', 'live']),
    technicalContact: v.optional(
      v.strictObject({
        name: line(100),
        email: v.pipe(line(200), v.email('This must be an e-mail address.')),
        phone: v.optional(line(30)),
      }),
    ),
    conformancePassedAt: v.optional(instant),
    channel: v.picklist(['script', 'api']),
    partnerId: v.optional(
      v.pipe(v.string(), v.regex(/^ptn_[0-9A-HJKMNP-TV-Z]{26}$/, 'This must be a partner id.')),
    ),
    endpoint,
    script: v.optional(script),
    api: v.optional(v.strictObject({ newRx: apiCall, cancelRx: v.optional(apiCancelCall) })),
    lane: v.optional(
      v.strictObject({
        concurrency: v.optional(v.pipe(within(1, DIRECTORY_LIMITS.laneConcurrencyMax), v.integer('Whole.'))),
        ratePerSecond: v.optional(within(0.01, DIRECTORY_LIMITS.laneRatePerSecondMax)),
      }),
    ),
    attempts: v.optional(
      v.strictObject({
        offsetsMs: v.optional(
          v.pipe(
            v.array(v.pipe(within(0, DIRECTORY_LIMITS.attemptOffsetMsMax), v.integer('Whole milliseconds.'))),
            v.minLength(1, 'There must be at least one attempt.'),
            v.maxLength(DIRECTORY_LIMITS.attemptsMax, 'There are too many attempts.'),
            v.check(
              (offsets) =>
                offsets.every((value, index) => index === 0 || value >= (offsets[index - 1] ?? value)),
              'The offsets must not go back in time.',
            ),
          ),
        ),
        timeoutMs: v.optional(within(100, DIRECTORY_LIMITS.attemptTimeoutMsMax)),
      }),
    ),
    maintenance: declaredWindows,
  }),
  v.check(
    ({ stage, technicalContact }) => stage === 'scoping' || technicalContact !== undefined,
    'A technical contact is required from `testing` on (D6).',
  ),
  v.check(
    ({ stage, conformancePassedAt }) => stage !== 'live' || conformancePassedAt !== undefined,
    'A passing conformance run is required for `live` (D6).',
  ),
  v.check(
    ({ channel, script: profile }) => channel !== 'script' || profile !== undefined,
    'The channel `script` needs `script`.',
  ),
  v.check(({ channel, api }) => channel !== 'api' || api !== undefined, 'The channel `api` needs `api`.'),
  v.check(
    (integration) => JSON.stringify(integration).length <= DIRECTORY_LIMITS.integrationCharactersMax,
    'The integration is too large.',
  ),
);

export type Integration = v.InferOutput<typeof integrationSchema>;
export type Endpoint = v.InferOutput<typeof endpoint>;
export type EndpointAuth = Endpoint['auth'];
export type ApiCall = v.InferOutput<typeof apiCall>;
export type ApiCancelCall = v.InferOutput<typeof apiCancelCall>;

/** An endpoint as its row shows it: what proves who we are is sealed beside it, unless there is nothing secret. */
export type StoredEndpoint = Pick<Endpoint, 'url' | 'privateNetwork'> &
  Partial<Pick<Endpoint, 'auth' | 'headers'>>;
export type StoredIntegration = Omit<Integration, 'endpoint'> & { readonly endpoint: StoredEndpoint };
