// Where a status may be put into words: the one table of packages/rules, and what may say one of its words for something else.
import { FILL_STATES } from '../../packages/rules/src/orders/fill-status.ts';
import { PATIENT_EN, PATIENT_ES } from '../../packages/rules/src/situations/patient-words.ts';
import { PRACTICE_EN } from '../../packages/rules/src/situations/practice-en.ts';
import { PRACTICE_ES } from '../../packages/rules/src/situations/practice-es.ts';

/** What draws pages, answers and texts in which a status stands. */
const RENDERERS =
  /^(?:packages\/elements\/src|apps\/(?:portal|clinic)\/src|apps\/cli\/src\/(?:order|sandbox)|packages\/sandbox\/(?:src\/control-room|browser)|packages\/service\/src\/(?:routing\/patient|tracking\/link|delivery\/(?:texts|fax)|kernel\/web|desk|pharmacy-desk\/pages))\//;

/** Files that say a word of the table of something that is no status, and what that is. Paths from the root. */
export const OWN_WORDS: ReadonlyMap<string, { readonly words: readonly string[]; readonly because: string }> =
  new Map([
    ['apps/portal/src/text/en/drafts.ts', { words: ['To sign'], because: 'the name of a page' }],
    ['apps/portal/src/text/es/drafts.ts', { words: ['Por firmar'], because: 'the name of a page' }],
    ['apps/portal/src/text/en/shell.ts', { words: ['To sign'], because: 'the name of a page' }],
    ['apps/portal/src/text/es/shell.ts', { words: ['Por firmar'], because: 'the name of a page' }],
    [
      'packages/elements/src/text/en/workflow/pharmacy.ts',
      { words: ['Choose a pharmacy'], because: 'what a button does' },
    ],
    [
      'packages/elements/src/text/es/workflow/pharmacy.ts',
      { words: ['Elija una farmacia'], because: 'what a button does' },
    ],
    [
      'packages/service/src/delivery/texts/words.ts',
      { words: ['Choose a pharmacy', 'Elija una farmacia'], because: 'what a text asks for' },
    ],
    [
      'packages/service/src/pharmacy-desk/pages/en.ts',
      { words: ['Sent'], because: 'the heading of a column of times' },
    ],
    [
      'packages/service/src/pharmacy-desk/pages/es.ts',
      { words: ['Enviada'], because: 'the heading of a column of times' },
    ],
    [
      'packages/service/src/routing/patient/view/texts.ts',
      { words: ['Choose a pharmacy', 'Elija una farmacia'], because: 'the name of a page' },
    ],
    [
      'packages/service/src/tracking/link/words/en.ts',
      {
        words: ['Canceled', 'Shipped', 'Question'],
        because: 'what may be dispensed, and what a pharmacist asks',
      },
    ],
    [
      'packages/service/src/tracking/link/words/es.ts',
      {
        words: ['Cancelada', 'Despachada', 'Pregunta', 'Cancelación enviada', 'Recibida', 'Entregada'],
        because: 'what may be dispensed, what a pharmacist asks, and what became of messages',
      },
    ],
  ]);

const WORDS: ReadonlySet<string> = new Set(
  [PRACTICE_EN, PRACTICE_ES, PATIENT_EN, PATIENT_ES].flatMap((table) =>
    Object.values(table).map(({ word }) => word),
  ),
);

/** Words of no situation, by which systems tell a status and people read another one. */
const NEVER: ReadonlySet<string> = new Set(['Stopped', 'Placed', 'Pending', 'Pendiente', 'In progress']);

const CODES = new RegExp(
  `\\b(?:${[...FILL_STATES, 'ROUTING', 'PENDING', 'PLACED', 'COMPLETED', 'DEPLETED', 'EXPIRED'].join('|')})\\b`,
);

/** Why a text may not stand in a file; undefined where it may. A text of markup holds what stands between the tags, too. */
export function refusedWord(file: string, text: string, isMarkup: boolean): string | undefined {
  if (!RENDERERS.test(file) || /(?:\.test|-sql)\.ts$/.test(file)) return undefined;
  const shown = isMarkup ? text.replaceAll(/<[^>]*>/g, '\n').split('\n') : [text];
  for (const piece of shown) {
    const word = piece.trim().replace(/:$/, '');
    if (NEVER.has(word)) return `"${word}" is no status: what is told of one stands in ${TABLE}.`;
    if (WORDS.has(word) && OWN_WORDS.get(file)?.words.includes(word) !== true)
      return `"${word}" is a word of ${TABLE}: import it from there. Where it is said of something else, scripts/lint/words.ts names it.`;
    const code = isMarkup ? CODES.exec(piece)?.[0] : undefined;
    if (code !== undefined)
      return `"${code}" is a code that people are not shown: its word stands in ${TABLE}.`;
  }
  return undefined;
}

const TABLE = 'packages/rules/src/situations';
