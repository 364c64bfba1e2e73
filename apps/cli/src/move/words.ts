// What `pestle move` says to people.
import type { MovePlan, MoveReport } from '@pestle/service/store';
import { LARGEST_FIRST } from './limits.ts';

const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`;

const WOULD: Readonly<Record<MovePlan['would'], string>> = {
  begin: 'All of it would be copied, and each row compared.',
  resume: 'An earlier run came part of the way; it would go on where that one ended.',
  open: 'All is copied and compared; only the last step is left.',
  nothing: 'It was moved there before: nothing would be done.',
};

export function planLines({ to, would, tables, rows, bytes, secondsExpected }: MovePlan): readonly string[] {
  const largest = tables.toSorted((one, other) => other.rows - one.rows).slice(0, LARGEST_FIRST);
  const width = Math.max(...largest.map(({ name }) => name.length));
  return [
    `${rows} rows of ${tables.length} tables, ${megabytes(bytes)} with their indexes, to ${to}. About ${secondsExpected} s.`,
    ...largest
      .filter((table) => table.rows > 0)
      .map((table) => `  ${table.name.padEnd(width)}  ${table.rows}  ${megabytes(table.bytes)}`),
    WOULD[would],
    'Nothing was changed.',
  ];
}

export function doneLines(
  { to, already, tables, rows }: MoveReport,
  { directory, servingLogin }: { readonly directory: string; readonly servingLogin: string | undefined },
): readonly string[] {
  const serve = servingLogin === undefined ? ['pestle migrate --serving-login NAME'] : [];
  const steps = [
    ...serve,
    'put DATABASE_URL, by the login that serves, into the configuration, and take PESTLE_DATA_DIR out of it',
    'leave IDENTITY_KEY, LINK_KEY and DATA_KEY, and their earlier values, as they are: none of them is in the store, and without them it cannot be read',
    'pestle doctor',
    'start the service',
  ];
  return [
    already
      ? `It was moved to ${to} before: nothing was done.`
      : `Moved to ${to}: ${rows} rows of ${tables} tables, each compared with its original.`,
    `${directory} is never served again. Keep it until PostgreSQL has a backup.`,
    'Next:',
    ...steps.map((step, index) => `  ${index + 1}. ${step}`),
  ];
}

export function differenceLines({ differences, unequal }: MoveReport): readonly string[] {
  const more = unequal - differences.length;
  return [
    ...differences.map(({ table, key, is }) => `  ${table} ${key.join(' ')}: ${is}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
    'Run the move again: it begins anew. Where rows differ again, keep the database as it is and report it.',
  ];
}
