// Checks how a pharmacy is reached: stages, endpoint, message profile and pace (D6–D8, D4), and says of each field what the published JSON Schema says.
import * as v from 'valibot';
import { field } from '../kernel/field-words.ts';
import type { StoredEndpoint } from './endpoint-shape.ts';
import { endpoint, line } from './endpoint-shape.ts';
import { DIRECTORY_LIMITS } from './limits.ts';
import { declaredWindows } from './maintenance/window-input.ts';
import { api, script } from './message-shape.ts';

const within = (least: number, most: number) =>
  v.pipe(
    v.number(),
    v.minValue(least, `This must be at least ${least}.`),
    v.maxValue(most, `This may be at most ${most}.`),
  );

const technicalContact = v.strictObject({
  name: line('Who it is.', 100),
  email: field('Where they read.', v.pipe(line('', 200), v.email('This must be an e-mail address.'))),
  phone: v.optional(line('Where they answer.', 30)),
});

const lane = v.strictObject({
  concurrency: v.optional(
    field(
      'How many messages may be under way at a time.',
      v.pipe(within(1, DIRECTORY_LIMITS.laneConcurrencyMax), v.integer('Whole.')),
    ),
  ),
  ratePerSecond: v.optional(
    field('How many may begin in a second.', within(0.01, DIRECTORY_LIMITS.laneRatePerSecondMax)),
  ),
});

const attempts = v.strictObject({
  offsetsMs: v.optional(
    field(
      'When the attempts of one message begin, in milliseconds after the first; each waits for the end of the one before. Then it goes by fax.',
      v.pipe(
        v.array(v.pipe(within(0, DIRECTORY_LIMITS.attemptOffsetMsMax), v.integer('Whole milliseconds.'))),
        v.minLength(1, 'There must be at least one attempt.'),
        v.maxLength(DIRECTORY_LIMITS.attemptsMax, 'There are too many attempts.'),
        v.check(
          (offsets) => offsets.every((value, index) => index === 0 || value >= (offsets[index - 1] ?? value)),
          'The offsets must not go back in time.',
        ),
      ),
      { examples: [[0, 2_000, 8_000, 25_000, 60_000]] },
    ),
  ),
  timeoutMs: v.optional(
    field('How long an answer may take, in milliseconds.', within(100, DIRECTORY_LIMITS.attemptTimeoutMsMax)),
  ),
});

/** How a pharmacy is reached. The same shape as the sandbox's pharmacies carry. */
export const integrationSchema = v.pipe(
  v.strictObject({
    stage: field(
      '`scoping`: being agreed. `testing`: can be tried, and needs a technical contact. `live`: prescriptions go there, after a conformance run that it passed.',
      v.picklist(['scoping', 'testing', 'live']),
    ),
    technicalContact: v.optional(
      field('Whom to call when something is wrong; needed from `testing` on.', technicalContact),
    ),
    conformancePassedAt: v.optional(
      v.pipe(
        v.string(),
        v.isoTimestamp('This must be an ISO 8601 time with a zone, such as 2026-01-31T15:00:00Z.'),
      ),
    ),
    channel: field(
      "`script`: NCPDP SCRIPT, and `script` says how. `api`: the pharmacy's own API, and `api` says how.",
      v.picklist(['script', 'api']),
    ),
    partnerId: v.optional(
      field(
        "The partner in between: messages go to its endpoint instead of the pharmacy's.",
        v.pipe(v.string(), v.regex(/^ptn_[0-9A-HJKMNP-TV-Z]{26}$/, 'This must be a partner id.')),
      ),
    ),
    endpoint: field('Where messages go.', endpoint),
    script: v.optional(field('What SCRIPT messages are like.', script)),
    api: v.optional(field("The requests of the pharmacy's own API.", api)),
    lane: v.optional(field('How fast messages may leave.', lane)),
    attempts: v.optional(field('How often and how long one message is tried.', attempts)),
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
  v.check(
    ({ channel, api: calls }) => channel !== 'api' || calls !== undefined,
    'The channel `api` needs `api`.',
  ),
  v.check(
    (integration) => JSON.stringify(integration).length <= DIRECTORY_LIMITS.integrationCharactersMax,
    'The integration is too large.',
  ),
);

export type Integration = v.InferOutput<typeof integrationSchema>;

/** As its row shows it. */
export type StoredIntegration = Omit<Integration, 'endpoint'> & { readonly endpoint: StoredEndpoint };
