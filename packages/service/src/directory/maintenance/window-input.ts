// Checks what an operator says of a window of maintenance, and what an integration declares.
import { isId } from '@pestle/rules/ids';
import { type Parsed, parsed, refused } from '@pestle/rules/parsed';
import * as v from 'valibot';
import { operatorName } from '../../audit/inside.ts';
import { field } from '../../kernel/field-words.ts';
import { plainText } from '../../kernel/text.ts';
import { parsedBy } from '../../kernel/validate.ts';
import { DIRECTORY_LIMITS as LIMITS } from '../limits.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const INSTANT = /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?(?:Z|[+-]\d\d:\d\d)$/;
/** A moment with its zone, as UTC. */
export const instant = field('A time with its zone.', v.pipe(v.string(), parsedBy(readInstant)), {
  pattern: INSTANT.source,
  examples: ['2026-01-31T15:00Z'],
});

/** An instant with its zone, as UTC. A day that its month does not have is refused and not taken for the next month's. */
function readInstant(text: string): Parsed<string> {
  const [, year, month, day] = INSTANT.exec(text)?.map(Number) ?? [];
  const date = new Date(text);
  const known =
    day !== undefined && new Date(Date.UTC(year ?? 0, (month ?? 0) - 1, day)).getUTCDate() === day;
  if (known && Number.isFinite(date.getTime())) return parsed(date.toISOString());
  return refused('This must be a time with its zone, such as 2026-01-31T15:00Z or 2026-01-31T10:00-05:00.');
}

const note = v.pipe(v.string(), parsedBy(plainText(LIMITS.maintenanceNoteCharactersMax)));
const idOf = <P extends string>(prefix: P) =>
  v.custom<`${P}_${string}`>((text) => isId(prefix, text), `This must be an id that begins with ${prefix}_.`);

/** Whom a window concerns: one pharmacy, one partner's pharmacies, or everybody. */
const subject = v.variant('kind', [
  v.strictObject({ kind: v.literal('service') }),
  v.strictObject({ kind: v.literal('partner'), id: idOf('ptn') }),
  v.strictObject({ kind: v.literal('pharmacy'), id: idOf('phr') }),
]);

export const addWindowSchema = v.strictObject({
  subject,
  /** Now when left out. */
  start: v.nullish(instant),
  end: instant,
  note: v.nullish(note),
  /** Who sets it. */
  by: operatorName,
});

/** What is left out stays. */
export const changeWindowSchema = v.pipe(
  v.strictObject({
    start: v.optional(instant),
    end: v.optional(instant),
    note: v.optional(v.nullable(note)),
    by: operatorName,
  }),
  v.check(
    ({ start, end, note: words }) => start !== undefined || end !== undefined || words !== undefined,
    'Say what changes: start, end or note.',
  ),
);

export const endWindowSchema = v.strictObject({ by: operatorName });

/** The windows that an integration declares. */
export const declaredWindows = v.optional(
  field(
    'Windows of maintenance in which nothing is sent there.',
    v.pipe(
      v.array(
        v.pipe(
          v.strictObject({ start: instant, end: instant }),
          v.check(
            ({ start, end }) => Date.parse(end) > Date.parse(start),
            'A window must end after it starts.',
          ),
          v.check(
            ({ start, end }) => Date.parse(end) - Date.parse(start) <= longestMs('pharmacy'),
            tooLong('pharmacy'),
          ),
        ),
      ),
      v.maxLength(LIMITS.maintenanceWindowsMax, 'There are too many maintenance windows.'),
    ),
  ),
);

export type WindowSubject = v.InferOutput<typeof subject>;
export type AddWindowInput = v.InferInput<typeof addWindowSchema>;
export type ChangeWindowInput = v.InferInput<typeof changeWindowSchema>;
export type EndWindowInput = v.InferInput<typeof endWindowSchema>;
export type DeclaredWindow = { readonly start: string; readonly end: string };

/** How long a window may be. */
export function longestMs(kind: WindowSubject['kind']): number {
  return kind === 'service' ? LIMITS.serviceWindowHoursMax * HOUR_MS : LIMITS.pharmacyWindowDaysMax * DAY_MS;
}

export function tooLong(kind: WindowSubject['kind']): string {
  return kind === 'service'
    ? `A window of the whole service may last ${LIMITS.serviceWindowHoursMax} hours at most: prescriptions wait for its end.`
    : `A window may last ${LIMITS.pharmacyWindowDaysMax} days at most. Take a pharmacy that is away for longer out of \`live\`.`;
}

export const ANNOUNCED_AHEAD_MS = LIMITS.windowAnnouncedDaysMax * DAY_MS;
