// docs/reference/limits.md, from every package's and room's `limits.ts` and the table of a prescription's fields: the name, the value and the sentence above it.
import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { pathToFileURL } from 'node:url';
import { GENERATED_NOTE, table } from './markdown.ts';

interface Limit {
  readonly name: string;
  readonly value: string;
  readonly about: string;
}

export async function limitReference(root: string): Promise<string> {
  const sections: string[] = [];
  for (const file of limitFiles(root)) {
    const limits = await limitsOf(join(root, file));
    const rows = limits.map(({ name, value, about }) => [`\`${name}\``, value, about]);
    sections.push(
      `## ${titleOf(file)}\n\n\`${file}\`\n\n${table(['Limit', 'Value', 'What it bounds'], rows)}`,
    );
  }
  return `${GENERATED_NOTE}
# Limits

Every bound has a name with its unit and one place in the code. What goes beyond a bound is refused with an
error that says so (see errors.md), never cut off.

${sections.join('\n\n')}
`;
}

export function limitFiles(root: string): string[] {
  return globSync(
    [
      'packages/*/src/**/limits.ts',
      'apps/*/src/**/limits.ts',
      'packages/service/src/kernel/paging.ts',
      'packages/rules/src/**/field-limits.ts',
      'packages/rules/src/**/prescription-fields.ts',
    ],
    { cwd: root },
  )
    .map((file) => file.split(sep).join('/'))
    .toSorted();
}

/** `packages/service/src/delivery/limits.ts` → `service: delivery`. */
function titleOf(file: string): string {
  const [, name = '', , ...rest] = file.split('/');
  const room = rest.slice(0, -1).join(' ') || (rest[0] === 'paging.ts' ? 'paging' : '');
  return room === '' ? name : `${name}: ${room}`;
}

/** Every documented member of the file's exported tables and every documented exported constant. */
async function limitsOf(path: string): Promise<Limit[]> {
  const sentences = sentencesOf(readFileSync(path, 'utf8'));
  const exported = (await import(pathToFileURL(path).href)) as Record<string, unknown>;
  const limits: Limit[] = [];
  for (const [name, value] of Object.entries(exported)) {
    if (isTable(value)) {
      for (const [member, bound] of boundsOf(value, sentences))
        limits.push({
          name: member,
          value: isFieldLimit(bound) ? fieldLimit(bound) : written(bound),
          about: sentences.get(member) ?? '',
        });
    } else if (typeof value === 'number') {
      limits.push({ name, value: written(value), about: sentences.get(name) ?? '' });
    }
  }
  return limits.filter(({ name }, at) => limits.findIndex((other) => other.name === name) === at);
}

/** The members of a table of limits; of a table of fields, the limits that stand nowhere else and say so in a sentence. */
function boundsOf(
  table: Readonly<Record<string, unknown>>,
  sentences: ReadonlyMap<string, string>,
): [name: string, bound: unknown][] {
  return Object.entries(table).flatMap(([name, row]) => {
    if (!isTable(row) || !('type' in row || 'kept' in row)) return [[name, row]];
    return 'limit' in row && sentences.has(name) ? [[name, row['limit']]] : [];
  });
}

interface FieldLimit {
  readonly minimum?: number;
  readonly maximum: number;
  readonly unit: string;
}

function isFieldLimit(bound: unknown): bound is FieldLimit {
  return isTable(bound) && typeof bound['maximum'] === 'number' && typeof bound['unit'] === 'string';
}

function fieldLimit({ minimum, maximum, unit }: FieldLimit): string {
  const least = minimum === undefined ? '' : `${written(minimum)} to `;
  return `${least}${written(maximum)} ${unit}`;
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function written(value: unknown): string {
  if (typeof value === 'number') return value.toLocaleString('en-US');
  if (Array.isArray(value)) return value.map(written).join(', ');
  if (isTable(value))
    return Object.entries(value)
      .map(([name, part]) => `${name} ${written(part)}`)
      .join(', ');
  return String(value);
}

/** The doc comment before each name. */
function sentencesOf(source: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const match of source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:export const )?(\w+)\s*[:=]/g)) {
    const [, comment = '', name = ''] = match;
    found.set(name, comment.replaceAll(/\n\s*\*/g, ' ').trim());
  }
  return found;
}
