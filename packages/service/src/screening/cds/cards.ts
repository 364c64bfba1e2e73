// Reads the cards of a CDS Hooks answer as findings. What cannot be read makes the whole answer unreadable: half an answer is no check.
import { createHash } from 'node:crypto';
import type { Finding } from '@pestle/rules/screening';
import * as v from 'valibot';
import { SCREENING_LIMITS as LIMITS } from '../limits.ts';
import type { AskedDrug } from '../screener.ts';
import type { CdsService } from './discovery.ts';
import { fhirId } from './fhir.ts';
import { offerOf } from './offers.ts';

const short = (max: number) => v.pipe(v.string(), v.maxLength(max));
const filled = (max: number) => v.pipe(short(max), v.trim(), v.minLength(1));
const list = <Schema extends v.GenericSchema>(item: Schema) =>
  v.exactOptional(v.pipe(v.array(item), v.maxLength(LIMITS.cardListsMax)));

const coding = v.looseObject({
  code: v.exactOptional(short(200)),
  system: v.exactOptional(short(500)),
  display: v.exactOptional(short(500)),
});

const card = v.looseObject({
  uuid: v.exactOptional(short(100)),
  summary: filled(LIMITS.cardSummaryCharactersMax),
  detail: v.exactOptional(short(LIMITS.cardDetailCharactersMax)),
  indicator: v.picklist(['info', 'warning', 'critical']),
  source: v.looseObject({ label: filled(200), topic: v.exactOptional(coding) }),
  suggestions: list(
    v.looseObject({
      label: filled(500),
      actions: list(
        v.looseObject({
          resourceId: v.exactOptional(v.union([short(200), v.array(short(200))])),
          resource: v.exactOptional(v.looseObject({ id: v.exactOptional(short(200)) })),
        }),
      ),
    }),
  ),
  overrideReasons: list(coding),
});

const answer = v.looseObject({ cards: v.pipe(v.array(card), v.maxLength(LIMITS.cardsMax)) });

type Card = v.InferOutput<typeof card>;

/** By the drug's key; undefined for what is no answer of the specification. */
export function readCards(
  json: unknown,
  service: CdsService,
  drugs: readonly AskedDrug[],
): ReadonlyMap<string, readonly Finding[]> | undefined {
  const read = v.safeParse(answer, json);
  if (!read.success) return undefined;
  const found = new Map<string, Finding[]>();
  // The severest first: said twice in the same words, that is the one that counts.
  const severestFirst = read.output.cards.toSorted((one, other) => rank(one) - rank(other));
  for (const one of severestFirst)
    for (const key of aboutWhich(one, drugs)) {
      const own = found.get(key) ?? [];
      const finding = findingOf(one, service, fhirId(key));
      if (!own.some(({ rule }) => rule === finding.rule)) found.set(key, [...own, finding]);
    }
  return found;
}

const rank = ({ indicator }: Card): number => (indicator === 'critical' ? 0 : 1);

/** Those drugs that its suggestions would change; all of them where it names none. */
function aboutWhich({ suggestions = [] }: Card, drugs: readonly AskedDrug[]): readonly string[] {
  const named = new Set(
    suggestions
      .flatMap(({ actions = [] }) => actions)
      .flatMap(({ resourceId = [], resource }) => [resourceId, resource?.id ?? []].flat())
      .map((id) => id.replace(/^MedicationRequest\//, '')),
  );
  const keys = drugs.filter(({ isDrug }) => isDrug).map(({ key }) => key);
  const about = keys.filter((key) => named.has(fhirId(key)));
  return about.length > 0 ? about : keys;
}

/** A rule names the service and its topic, never a sentence, which may name the patient; the digest behind it tells two sentences apart. */
function findingOf(one: Card, { id, title }: CdsService, orderId: string): Finding {
  const { summary, detail = null, indicator, source, suggestions = [], overrideReasons = [] } = one;
  const offers = suggestions.flatMap((suggestion) => offerOf(suggestion, orderId) ?? []);
  const topic = (source.topic?.code ?? indicator).replaceAll(/[^A-Za-z0-9._-]/g, '').slice(0, 60);
  const digest = createHash('sha256')
    .update(JSON.stringify([summary, detail]))
    .digest('hex')
    .slice(0, 12);
  return {
    rule: `service:${id}:${topic}#${digest}`,
    kind: 'SERVICE',
    severity: indicator === 'critical' ? 'HIGH' : 'MODERATE',
    about: source.label || (title ?? id),
    against: summary,
    from: null,
    card: {
      serviceId: id,
      id: one.uuid ?? null,
      detail,
      suggestions: suggestions.map(({ label }) => label),
      ...(offers.length === 0 ? {} : { offers }),
      overrideReasons: overrideReasons.flatMap(({ code, system = null, display }) =>
        code === undefined ? [] : [{ code, system, display: display ?? code }],
      ),
    },
  };
}
