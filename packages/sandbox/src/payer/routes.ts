// Owns the simulated payer's endpoint: it reads a question over HTTP, refuses what the guide does not allow, and keeps what was said.
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { PAYER_KEY } from '../credentials.ts';
import { HOLD_MS_MAX, PAYER_LOG_KEPT_MAX } from '../limits.ts';
import { isAuthorized } from '../pharmacies/routes/authorize.ts';
import { bytesOf } from '../pharmacies/routes/script-routes.ts';
import type { Clock } from '../ports.ts';
import { outcomeOf } from './answer.ts';
import { behaviourOf, type PayerReaction } from './behaviours.ts';
import { REAL_TIME_BIN } from './plan.ts';
import { type Question, readQuestion } from './question.ts';
import { missingOf } from './required.ts';

/** One question with its answer. */
export interface PayerLogEntry {
  /** 1, 2, 3 … */
  readonly sequence: number;
  /** ISO 8601, UTC. */
  readonly at: string;
  readonly memberId: string | null;
  readonly drugName: string | null;
  /** Name of the behaviour that answered, `invalid` for a question that the guide does not allow. */
  readonly behaviour: string;
  /** As it came. */
  readonly question: string;
  /** Status 0 and no body where nothing is answered. */
  readonly status: number;
  readonly answer: string | null;
}

export interface SimulatedPayer {
  /** Oldest first. */
  readonly log: () => readonly PayerLogEntry[];
  /** Ends what hangs. */
  readonly close: () => void;
}

interface PayerOptions {
  readonly clock: Clock;
  readonly slowAnswerMs: number;
}

const FHIR_JSON = 'application/fhir+json; charset=utf-8';
const CHUNK = ' '.repeat(65_536);

/** `POST /payer/fhir/$process-message` with the payer's bearer key. */
export function payerRoutes(app: FastifyInstance, { clock, slowAnswerMs }: PayerOptions): SimulatedPayer {
  const kept: PayerLogEntry[] = [];
  const ending = new AbortController();
  let before: Question | undefined;
  let sequence = 0;
  app.post('/payer/fhir/$process-message', async (request, reply) => {
    if (!isAuthorized({ kind: 'bearer', token: PAYER_KEY }, request.headers, null))
      return await reply
        .code(401)
        .type(FHIR_JSON)
        .send(JSON.stringify(outcomeOf('login', 'The bearer key is missing or wrong.')));
    const at = new Date(clock.now()).toISOString();
    const text = bytesOf(request).toString('utf8');
    const read = questionIn(text);
    const { reaction, behaviour } = reactTo(read, at, before);
    if (read.question !== undefined) before = read.question;
    sequence += 1;
    const entry: PayerLogEntry = {
      sequence,
      at,
      memberId: read.question?.memberId ?? null,
      drugName: read.question?.drugName ?? null,
      behaviour,
      question: text,
      status: reaction.does === 'answers' ? reaction.status : 0,
      answer: reaction.does === 'answers' ? reaction.body : null,
    };
    kept.push(entry);
    if (kept.length > PAYER_LOG_KEPT_MAX) kept.shift();
    return await perform(reply, reaction, slowAnswerMs, ending.signal);
  });
  return { log: () => [...kept], close: () => ending.abort() };
}

type ReadQuestion =
  | { readonly question: Question }
  | { readonly question?: undefined; readonly missing: readonly string[] };

function questionIn(text: string): ReadQuestion {
  try {
    const bundle: unknown = JSON.parse(text);
    const missing = missingOf(bundle);
    return missing.length > 0 ? { missing } : { question: readQuestion(bundle) };
  } catch {
    return { missing: ['JSON'] };
  }
}

function reactTo(
  read: ReadQuestion,
  at: string,
  before: Question | undefined,
): { reaction: PayerReaction; behaviour: string } {
  if (read.question === undefined) {
    const body = JSON.stringify(outcomeOf('required', read.missing.join(', ')));
    return { reaction: { does: 'answers', status: 422, body }, behaviour: 'invalid' };
  }
  const { question } = read;
  if (question.bin !== REAL_TIME_BIN) {
    const body = JSON.stringify(outcomeOf('not-found', 'This BIN is of another payer.'));
    return { reaction: { does: 'answers', status: 404, body }, behaviour: 'other-bin' };
  }
  const { name, react } = behaviourOf(question.memberId);
  return { reaction: react(question, at, before), behaviour: name };
}

async function perform(
  reply: FastifyReply,
  reaction: PayerReaction,
  slowAnswerMs: number,
  end: AbortSignal,
): Promise<unknown> {
  if (reaction.does === 'answers') {
    if (reaction.waits === true)
      await pause(slowAnswerMs, undefined, { signal: end, ref: false }).catch(() => undefined);
    return reply
      .code(reaction.status)
      .type(reaction.contentType ?? FHIR_JSON)
      .send(reaction.body);
  }
  const { raw } = reply.hijack();
  if (reaction.does === 'hangs') {
    await pause(HOLD_MS_MAX, undefined, { signal: end, ref: false }).catch(() => undefined);
    raw.destroy();
    return reply;
  }
  raw.writeHead(200, { 'content-type': FHIR_JSON });
  const pour = (): void => {
    while (raw.writable && raw.write(CHUNK));
  };
  raw.on('drain', pour);
  pour();
  return reply;
}
