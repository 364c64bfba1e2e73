// One payer that answers in real time by the guide for real-time pharmacy benefit checks: asks about each drug, and believes only its answer.
import { line } from '@pestle/rules/coverage-line';
import { createConcurrencyLimit, type RunLimited } from '../../kernel/concurrency/limit.ts';
import type { Credentials } from '../../kernel/outgoing/credentials.ts';
import type { Exchange } from '../../kernel/outgoing/exchange.ts';
import type { Clock } from '../../kernel/ports.ts';
import { COVERAGE_LIMITS as LIMITS } from '../limits.ts';
import type {
  AskedDrug,
  Payer,
  PayerAnswer,
  PayerDrugAnswer,
  PayerQuestion,
  PayerTrouble,
} from '../payer.ts';
import type { PayerSettings } from '../payer-settings.ts';
import { MEDIA_TYPE, OPERATION } from './profile.ts';
import { type ReadAnswer, readAnswer } from './read-answer.ts';
import { noData } from './read-verdict.ts';
import { isAskable, writeRequest } from './request.ts';

export interface FhirPayerDeps {
  readonly exchange: Exchange;
  readonly credentials: Credentials;
  readonly clock: Clock;
  /** The service's public address: who asks. */
  readonly senderUrl: string;
}

/** Of several troubles the one that is told: what is wrong with whom is worse than what may pass. */
const WORST: readonly PayerTrouble[] = [
  'OTHER_PATIENT',
  'MEMBER_UNKNOWN',
  'UNREADABLE',
  'REFUSED',
  'NO_ANSWER',
];
/** The member is the same for every drug, and who confuses patients once is not believed at all. */
const WHOLE: ReadonlySet<PayerTrouble> = new Set(['OTHER_PATIENT', 'MEMBER_UNKNOWN']);

export function createFhirPayer(deps: FhirPayerDeps, settings: PayerSettings): Payer {
  const limited = createConcurrencyLimit(settings.concurrency ?? LIMITS.payerConcurrencyDefault);
  return {
    name: settings.name,
    knows: ({ bin, pcn }) =>
      settings.bins.includes(bin) &&
      (settings.pcns === undefined || (pcn !== null && settings.pcns.includes(pcn))),
    ask: (question, signal) => ask(deps, settings, limited, question, signal),
  };
}

async function ask(
  deps: FhirPayerDeps,
  settings: PayerSettings,
  limited: RunLimited,
  question: PayerQuestion,
  signal: AbortSignal,
): Promise<PayerAnswer> {
  // One time for the whole question: many drugs of one patient do not make anybody wait longer.
  const timeout = AbortSignal.timeout(settings.timeoutMs ?? LIMITS.payerTimeoutMsDefault);
  const end = AbortSignal.any([signal, timeout]);
  const { drugs, ...rest } = question;
  const read = await Promise.all(
    drugs.map(async (drug, index): Promise<{ drug: AskedDrug; said: ReadAnswer }> => {
      const askable = isAskable(drug);
      if (askable !== 'YES') return { drug, said: unasked(drug, askable) };
      const requestId = `${question.id}-${index + 1}`;
      const asking = limited(() => askOne(deps, settings, { question: rest, drug, requestId }, end));
      return { drug, said: await untilEnd(asking, end) };
    }),
  );
  return answerOf(question, read);
}

function unasked(drug: AskedDrug, because: 'NO_CODE' | 'NO_QUANTITY'): ReadAnswer {
  const verdict = noData(line(because === 'NO_CODE' ? 'NO_DRUG_CODE' : 'QUANTITY_NEEDED'));
  return { ok: true, answer: { key: drug.key, ...verdict, alternatives: [], cheaperAt: [] } };
}

/** Whoever waits for a turn does not wait past the end of the question. */
async function untilEnd(asking: Promise<ReadAnswer>, end: AbortSignal): Promise<ReadAnswer> {
  const { promise, resolve } = Promise.withResolvers<ReadAnswer>();
  const give = (): void => resolve({ ok: false, because: 'NO_ANSWER' });
  if (end.aborted) give();
  end.addEventListener('abort', give, { once: true });
  try {
    return await Promise.race([asking, promise]);
  } finally {
    end.removeEventListener('abort', give);
  }
}

interface OneQuestion {
  readonly question: Omit<PayerQuestion, 'drugs'>;
  readonly drug: AskedDrug;
  readonly requestId: string;
}

async function askOne(
  { exchange, credentials, clock, senderUrl }: FhirPayerDeps,
  { name, url, auth, payerId }: PayerSettings,
  one: OneQuestion,
  end: AbortSignal,
): Promise<ReadAnswer> {
  if (end.aborted) return { ok: false, because: 'NO_ANSWER' };
  const endpointKey = `payer ${name}`;
  const proof = await credentials.headersFor(endpointKey, auth);
  if (proof === undefined || end.aborted) return { ok: false, because: 'NO_ANSWER' };
  const createdAt = new Date(clock.now()).toISOString();
  const request = writeRequest({ ...one, senderUrl, payerId: payerId ?? name, createdAt });
  const result = await exchange.send({
    endpointKey,
    url: `${url}/${OPERATION}`,
    method: 'POST',
    headers: { 'content-type': MEDIA_TYPE, accept: MEDIA_TYPE, 'accept-encoding': 'identity', ...proof },
    body: Buffer.from(JSON.stringify(request)),
    timeoutMs: LIMITS.payerTimeoutMsMax,
    signal: end,
    answerBytesMax: LIMITS.payerAnswerBytesMax,
  });
  if (!result.answered) return { ok: false, because: 'NO_ANSWER' };
  if (result.status === 401) credentials.forget(endpointKey);
  return readAnswer(result, { ...one, senderUrl });
}

function answerOf(
  { today }: PayerQuestion,
  read: readonly { readonly drug: AskedDrug; readonly said: ReadAnswer }[],
): PayerAnswer {
  const troubles = read.flatMap(({ said }) => (said.ok ? [] : [said.because]));
  const because = WORST.find((one) => troubles.includes(one));
  if (because !== undefined && (WHOLE.has(because) || troubles.length === read.length))
    return { state: 'COULD_NOT_CHECK', because };
  const drugs = read.map(
    ({ drug, said }): PayerDrugAnswer =>
      said.ok
        ? said.answer
        : { key: drug.key, ...noData(line(said.because)), alternatives: [], cheaperAt: [] },
  );
  return { state: 'CHECKED', planName: null, dataDate: today, drugs };
}
