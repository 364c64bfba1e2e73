// Asks an organization's own CDS Hooks services what speaks against drugs: all of them at once, within one time. It fails closed: who does not answer has not checked.
import { randomUUID } from 'node:crypto';
import type { OrganizationId } from '@pestle/rules/ids';
import type { Finding } from '@pestle/rules/screening';
import type { ScreeningTrouble } from '@pestle/rules/screening-words';
import type { Exchange } from '../../kernel/outgoing/exchange.ts';
import type { Clock } from '../../kernel/ports.ts';
import { SCREENING_LIMITS as LIMITS } from '../limits.ts';
import type { DrugScreening, Screener, ScreenerAnswer, ScreeningQuestion } from '../screener.ts';
import { readCards } from './cards.ts';
import type { CdsAddress, CdsService } from './discovery.ts';
import { jsonIn } from './discovery.ts';
import { requestOf } from './fhir.ts';
import { keySetUrl } from './key-set.ts';
import { type CdsKeys, proofFor } from './proof.ts';

/** A service of an organization as it is kept. */
export interface KnownService extends CdsAddress {
  readonly orgId: OrganizationId;
  readonly services: readonly CdsService[];
  readonly keys: CdsKeys;
}

export interface CdsDeps {
  readonly exchange: Exchange;
  readonly clock: Clock;
  /** This service's public address: who asks. */
  readonly issuer: string;
}

/** One answer of one service: what it says of each drug, or why it says nothing. */
type Said =
  | { readonly ok: true; readonly found: ReadonlyMap<string, readonly Finding[]> }
  | { readonly ok: false; readonly trouble: ScreeningTrouble };

export function createCdsScreener(deps: CdsDeps, known: KnownService): Screener {
  return {
    ask: async (question) => {
      if (!question.drugs.some(({ isDrug }) => isDrug)) return answerOf(question, known, []);
      const hookInstance = randomUUID();
      // Who answers a signature is not asked while something is written.
      const services = known.services.filter(
        ({ hook }) => question.moment !== 'select' || hook === 'order-select',
      );
      const said: Said[] = await Promise.all(
        services.map((service) => askOne(deps, known, service, question, hookInstance)),
      );
      if (services.length < known.services.length) said.push({ ok: false, trouble: 'ASKED_LATER' });
      return answerOf(question, { ...known, services }, said);
    },
  };
}

async function askOne(
  deps: CdsDeps,
  known: KnownService,
  service: CdsService,
  question: ScreeningQuestion,
  hookInstance: string,
): Promise<Said> {
  const body = Buffer.from(JSON.stringify(requestOf(question, service, hookInstance)));
  const result = await post(deps, known, `/cds-services/${service.id}`, body);
  if (!result.answered || result.status !== 200) return { ok: false, trouble: 'NO_ANSWER' };
  const found = result.truncated ? undefined : readCards(jsonIn(result.body), service, question.drugs);
  return found === undefined ? { ok: false, trouble: 'UNREADABLE_ANSWER' } : { ok: true, found };
}

/** One request with a proof made for its address. Redirects are not followed. */
export async function post(
  { exchange, clock, issuer }: CdsDeps,
  { orgId, url, timeoutMs, privateNetwork, keys }: KnownService,
  path: string,
  body: Uint8Array,
): ReturnType<Exchange['send']> {
  const audience = `${url}${path}`;
  return await exchange.send({
    endpointKey: `cds ${url}`,
    url: audience,
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json',
      'accept-encoding': 'identity',
      authorization: `Bearer ${await proofFor(keys, { issuer, audience, keySet: keySetUrl(issuer, orgId), nowMs: clock.now() })}`,
    },
    body,
    timeoutMs,
    ...(privateNetwork === null ? {} : { privateNetwork }),
    answerBytesMax: LIMITS.serviceAnswerBytesMax,
  });
}

/**
 * One service that said nothing leaves every drug unchecked, whatever the others found; that is told as well. A drug without a code went there as words alone, by which
 * nobody can be held to have compared it.
 */
function answerOf(
  question: ScreeningQuestion,
  { url, services }: KnownService,
  said: readonly Said[],
): ScreenerAnswer {
  const troubles = [...new Set(said.flatMap((one) => (one.ok ? [] : [one.trouble])))];
  const names = services.map(({ title, id }) => title ?? id);
  const source = `${[...new Set(names)].join(', ')} (${new URL(url).host})`.trim();
  return {
    source: source.slice(0, LIMITS.sourceCharactersMax),
    dataDate: question.today,
    drugs: new Map(
      question.drugs.map((drug): [string, DrugScreening] => {
        if (!drug.isDrug) return [drug.key, { findings: [], troubles: [] }];
        const findings = said.flatMap((one) => (one.ok ? (one.found.get(drug.key) ?? []) : []));
        const severeFirst = findings.toSorted((one, other) => rank(one) - rank(other));
        const uncoded = drug.rxcui === null ? (['DRUG_WITHOUT_CODE'] as const) : [];
        return [drug.key, { findings: severeFirst, troubles: [...uncoded, ...troubles] }];
      }),
    ),
  };
}

const rank = ({ severity }: Finding): number => (severity === 'HIGH' ? 0 : 1);
