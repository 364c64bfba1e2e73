// What operators say of what a quarantine holds, of one message, a lane or all: first what it will do, then what it did and what refused it.
import { html, type SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance } from 'fastify';
import {
  disposeOf,
  type QuarantineAdministration,
  type QueueAdministration,
  type Reconciled,
} from '../../delivery/inside.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Answer } from '../../kernel/web/pages/form-pages.ts';
import { formOf, goingTo, showing } from '../../kernel/web/pages/form-pages.ts';
import { notice } from '../../kernel/web/pages/frame.ts';
import { CONSOLE_LIMITS } from '../limits.ts';
import { refusalOf } from '../parts.ts';
import type { ConsoleVisit } from '../section.ts';
import { visited } from '../section.ts';
import { facts } from '../shown.ts';
import { ACT_PATH, ALL, heldFacts, heldUrl, QUARANTINE_PATH, type SaidChoice, undecided } from './pages.ts';
import { WORDS, type Words } from './words.ts';

export interface QuarantineSectionDeps {
  readonly quarantine: QuarantineAdministration;
  readonly queue: QueueAdministration;
  readonly ports: Pick<Ports, 'clock'>;
}

interface Asked {
  readonly Querystring: Readonly<Record<string, string | undefined>>;
}

interface Said {
  readonly choice: SaidChoice;
  /** A row, a lane, or everything. */
  readonly of: string;
}

export function actRoutes(app: FastifyInstance, deps: QuarantineSectionDeps): void {
  app.get<Asked>(
    `${QUARANTINE_PATH}/ask`,
    visited<Asked>(async (visit, { query }) => {
      const said = saidIn(query['choice'], query['of']);
      return showing(200, await askPage(deps, visit, said));
    }),
  );
  app.post(
    ACT_PATH,
    visited(async (visit, request): Promise<Answer> => {
      const form = formOf(request);
      const said = saidIn(form.get('choice'), form.get('of'));
      const words = WORDS[visit.language];
      const disposed = await refusalOf(visit, () => disposeInTime(deps, visit, said), words.refusals);
      return 'refused' in disposed
        ? showing(422, await askPage(deps, visit, said, disposed.refused))
        : goingTo(doneUrl(said, disposed.result));
    }),
  );
  app.get<Asked>(
    `${QUARANTINE_PATH}/done`,
    visited<Asked>(async (visit, { query }) => showing(200, await donePage(deps, visit, query))),
  );
}

/** As much as one answer waits for; the page after it says what is left, and goes on. */
export async function disposeInTime(
  { quarantine, ports }: QuarantineSectionDeps,
  { operator }: Pick<ConsoleVisit, 'operator'>,
  { choice, of }: Said,
): Promise<Reconciled> {
  const until = ports.clock.now() + CONSOLE_LIMITS.disposeWaitMs;
  return await disposeOf(quarantine, { of, choice, by: operator.by }, () => ports.clock.now() < until);
}

/** Throws NOT_FOUND for an address that no page of ours has. */
function saidIn(choice: string | null | undefined, of: string | null | undefined): Said {
  if (choice !== 'left' && choice !== 'release' && choice !== 'fax') throw notFound('choice');
  if (of == null || of === '') throw notFound('lane or transmission');
  return { choice, of };
}

async function askPage(
  deps: QuarantineSectionDeps,
  visit: ConsoleVisit,
  said: Said,
  refused?: string,
): Promise<string> {
  const words = WORDS[visit.language];
  const { choice, of } = said;
  const act = visit.form(
    ACT_PATH,
    html`<button class="main" type="submit">${words.doIt}: ${words[choice]}</button>`,
    {
      choice,
      of,
    },
  );
  const body = html`<p class="key">${of === ALL ? words.all : of}</p>
${refused === undefined ? '' : notice('bad', `${words.refused} ${refused}`)}
${refused === undefined ? html`<p>${words[`${choice}Effect`]}</p>${await concerned(deps, visit, of)}` : ''}
<div class="buttons">${refused === undefined ? act : ''}<a class="button quiet" href="${placeOf(of)}">${words.leaveIt}</a></div>`;
  return visit.page({ title: words[choice], body });
}

const isRow = (of: string): boolean => /^[a-z]+_/.test(of);

const placeOf = (of: string): string => (of === ALL || isRow(of) ? QUARANTINE_PATH : heldUrl(of));

/** What is known of what the act is about. Throws NOT_FOUND for a lane of which nothing is held, and for what never was. */
async function concerned(
  { quarantine, queue }: QuarantineSectionDeps,
  { language }: ConsoleVisit,
  of: string,
): Promise<SafeHtml> {
  const words = WORDS[language];
  if (isRow(of)) {
    const { waits } = await queue.attempts(of);
    return waits === null ? html`<p>${words.refusals['TOO_LATE']}</p>` : heldFacts(language, waits);
  }
  const lanes = (await quarantine.show()).lanes.filter(({ lane }) => of === ALL || lane === of);
  if (lanes.length === 0 && of !== ALL) throw notFound('lane in quarantine');
  return facts([[words.concerns, undecided(lanes)]]);
}

/** The page of what was done: counts and codes, and nothing of a message. */
export function doneUrl({ choice, of }: Said, { done, refused, left }: Reconciled): string {
  const codes = [...Map.groupBy(refused, ({ code }) => code)].map(([code, own]) => `${code}:${own.length}`);
  const told = { choice, of, done: String(done), left: String(left), refused: codes.join(',') };
  return `${QUARANTINE_PATH}/done?${new URLSearchParams(told).toString()}`;
}

async function donePage(
  { quarantine }: QuarantineSectionDeps,
  { language, page, form }: ConsoleVisit,
  query: Asked['Querystring'],
): Promise<string> {
  const words = WORDS[language];
  const { choice, of } = saidIn(query['choice'], query['of']);
  const left = countIn(query['left']);
  const { lanes } = await quarantine.show();
  const goOn = form(ACT_PATH, html`<button class="main" type="submit">${words.goOn}</button>`, {
    choice,
    of,
  });
  const count = countIn(query['done']);
  const body = html`${count === 0 ? '' : notice('good', `${words[`${choice}Done`]}: ${count}`)}
${refusedNotice(words, query['refused'] ?? '')}
${facts([
  [words.more, left === 0 ? null : left],
  [words.stillHeld, undecided(lanes)],
])}
${left === 0 ? '' : goOn}
<p><a href="${QUARANTINE_PATH}">${words.back}</a></p>`;
  return page({ title: words[choice], body });
}

function countIn(text: string | undefined): number {
  return /^\d{1,9}$/.test(text ?? '') ? Number(text) : 0;
}

/** Each code with its number of messages, in words. */
function refusedNotice(words: Words, codes: string): SafeHtml | '' {
  const known = codes.split(',').flatMap((one) => {
    const [code = '', count] = one.split(':');
    const why = words.refusals[code];
    return why === undefined ? [] : [`${words.refusedCount}: ${countIn(count)}. ${why}`];
  });
  return known.length === 0 ? '' : html`${known.map((text) => html`<p class="notice warn">${text}</p>`)}`;
}
