// Opening hours as people type them, one line a day: `9:00-12:30, 14:00-18:00`, `24h`, or nothing for a closed day.
import type { ShownPharmacy } from '../../directory/inside.ts';
import { invalidInput } from '../../kernel/errors.ts';
import { PHARMACY_DESK_LIMITS as LIMITS } from '../limits.ts';

export const DAYS = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'] as const;
export type Day = (typeof DAYS)[number];
type Span = { readonly days: Day[]; readonly opens: string; readonly closes: string };

const SPAN = /^(\d{1,2}):(\d{2})\s*[-–]\s*(\d{1,2}):(\d{2})$/;
const ALL_DAY = { opens: '00:00', closes: '00:00' };

/** Days with the same hours share an entry. Throws INVALID_INPUT that names the day. */
export function readHours(typed: (day: Day) => string): readonly Span[] {
  const spans: Span[] = [];
  for (const day of DAYS) {
    const text = typed(day).slice(0, LIMITS.hoursCharactersMax + 1);
    for (const part of text === '' ? [] : text.split(',')) {
      const span = text.length > LIMITS.hoursCharactersMax ? undefined : readSpan(part.trim());
      if (span === undefined)
        throw invalidInput([
          {
            path: `hours-${day}`,
            code: 'INVALID',
            message: 'Write hours as 9:00-18:00, several with a comma, 24h for all day, nothing for closed.',
          },
        ]);
      const same = spans.find(({ opens, closes }) => opens === span.opens && closes === span.closes);
      if (same === undefined) spans.push({ days: [day], ...span });
      else if (!same.days.includes(day)) same.days.push(day);
    }
  }
  return spans;
}

function readSpan(text: string): { readonly opens: string; readonly closes: string } | undefined {
  if (/^24\s*h?$/i.test(text)) return ALL_DAY;
  const [, fromHour = '', fromMinute = '', toHour = '', toMinute = ''] = SPAN.exec(text) ?? [];
  const opens = clock(fromHour, fromMinute);
  // Midnight is the end of a day, too.
  const closes = toHour === '24' && toMinute === '00' ? '00:00' : clock(toHour, toMinute);
  if (opens === undefined || closes === undefined) return undefined;
  return opens === closes && opens !== '00:00' ? undefined : { opens, closes };
}

function clock(hour: string, minute: string): string | undefined {
  if (hour === '' || Number(hour) > 23 || Number(minute) > 59) return undefined;
  return `${hour.padStart(2, '0')}:${minute}`;
}

/** The same the other way: what stands in the field of a day. */
export function hoursOfDay(hours: ShownPharmacy['pharmacy']['openingHours'], day: Day): string {
  return (hours ?? [])
    .filter(({ days }) => days.includes(day))
    .map(({ opens, closes }) =>
      opens === ALL_DAY.opens && closes === ALL_DAY.closes ? '24h' : `${opens}-${closes}`,
    )
    .join(', ');
}
