// What an operator says of a payer that is asked in real time, and what of it is usable.
import * as v from 'valibot';
import { COVERAGE_LIMITS as LIMITS } from './limits.ts';

const line = v.pipe(
  v.string(),
  v.regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'write one line of plain text'),
  v.maxLength(8_000, 'is too long'),
);
const url = v.pipe(
  v.string(),
  v.check(
    (text) => isAddress(text),
    'must be an address such as https://payer.example/fhir, without a query and without credentials',
  ),
  v.transform((text) => text.replace(/\/+$/, '')),
);

const auth = v.variant('kind', [
  v.strictObject({ kind: v.literal('none') }),
  v.strictObject({ kind: v.literal('bearer'), token: line }),
  v.strictObject({
    kind: v.literal('oauth2'),
    tokenUrl: url,
    clientId: line,
    clientSecret: line,
    scope: v.exactOptional(line),
  }),
]);

const whole = (max: number) =>
  v.pipe(
    v.number(),
    v.integer('must be a whole number'),
    v.minValue(1, 'must be at least 1'),
    v.maxValue(max, `must be at most ${max}`),
  );

const payer = v.strictObject({
  name: v.pipe(v.string(), v.trim(), v.minLength(1, 'is missing'), v.maxLength(80, 'is too long')),
  bins: v.pipe(
    v.array(v.pipe(v.string(), v.regex(/^(?:\d{6}|\d{8})$/, 'must be 6 or 8 digits'))),
    v.minLength(1, 'must name at least one BIN'),
    v.maxLength(LIMITS.payerBinsMax, 'names too many'),
  ),
  pcns: v.exactOptional(
    v.pipe(
      v.array(line),
      v.minLength(1, 'must name at least one PCN'),
      v.maxLength(LIMITS.payerBinsMax, 'names too many'),
    ),
  ),
  payerId: v.exactOptional(line),
  url,
  auth,
  timeoutMs: v.exactOptional(whole(LIMITS.payerTimeoutMsMax)),
  concurrency: v.exactOptional(whole(LIMITS.payerConcurrencyMax)),
});

const payers = v.pipe(
  v.array(payer),
  v.maxLength(LIMITS.payersMax, `may name at most ${LIMITS.payersMax} payers`),
  v.check((all) => new Set(all.map(({ name }) => name)).size === all.length, 'names two payers alike'),
);

export type PayerSettings = v.InferOutput<typeof payer>;

/** The settings in a JSON text, or every problem with them; a problem never repeats what was written, which may be a secret. */
export function readPayerSettings(
  text: string,
): { readonly payers: readonly PayerSettings[] } | { readonly problems: readonly string[] } {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problems: ['it is not JSON'] };
  }
  const read = v.safeParse(payers, json);
  if (read.success) return { payers: read.output };
  return { problems: read.issues.map((issue) => problemOf(issue)) };
}

function problemOf(issue: v.BaseIssue<unknown>): string {
  const path = (issue.path ?? [])
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '');
  const where = path === '' ? 'the list' : path;
  return `${where} ${issue.kind === 'schema' ? 'is missing, unknown or of the wrong kind' : issue.message}`;
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password, search, hash } = new URL(text);
  return /^https?:$/.test(protocol) && [username, password, search, hash].every((part) => part === '');
}

/** BINs that more than one payer is asked about, whatever their PCNs: the first of them is asked. */
export function sharedBins(all: readonly PayerSettings[]): readonly string[] {
  const claims = all.flatMap(({ bins, pcns }) =>
    [...new Set(bins)].flatMap((bin) => (pcns ?? ['']).map((pcn) => ({ bin, pcn }))),
  );
  const shared = claims.filter(({ bin, pcn }, at) =>
    claims.some(
      (other, index) =>
        index !== at && other.bin === bin && (other.pcn === pcn || other.pcn === '' || pcn === ''),
    ),
  );
  return [...new Set(shared.map(({ bin }) => bin))];
}
