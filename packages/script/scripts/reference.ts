// The reference pages, made from the tables that the library works by. To write them: node packages/script/scripts/write-reference.ts
import { readFileSync } from 'node:fs';
import { type MessageType, SCRIPT_ERRORS } from '../src/index.ts';
import type { Field, Version } from '../src/table/field.ts';
import { cancelJsonHeaderFields, headerFields } from '../src/table/header.ts';
import { bodyFields, MESSAGE_TYPES, relatesTo } from '../src/table/messages.ts';
import type { TextType } from '../src/table/text.ts';

const VERSIONS: readonly Version[] = ['2017071', '2023011'];

/** What each page opens with: what the message is for, and what to know before using it. */
const INTRODUCTIONS: Readonly<Record<MessageType, string>> = {
  NewRx:
    'A prescription of one medication, from a prescriber to a pharmacy. Several medications are several messages.',
  CancelRx:
    'Asks a pharmacy to cancel one prescription. `RelatesToMessageID` is the NewRx’s `MessageID`; `PrescriberOrderNumber` is the same on both. ' +
    'By default only the reduced content is written (below); `cancelContent: "full"` writes the whole table, which strict receivers demand. ' +
    'In JSON the Header holds six fields only.',
  CancelRxResponse:
    'The pharmacy’s answer to a CancelRx. “Already dispensed” has no code: it arrives as `DenialReason`, so a reader must not ask for a `ReasonCode`.',
  Status: 'The answer “taken”. What each code means for the sender is decided by `outcomeOf`.',
  Error:
    'The answer “refused”. What each code means for the sender is decided by `outcomeOf`. The type of the model is called `ErrorMessage`.',
  Verify: 'The answer “received by the ultimate receiver”. It may be empty.',
  RxFill:
    'A pharmacy reports that it dispensed, partly dispensed, did not dispense or transferred. Read into typed values; written back unchanged.',
  RxRenewalRequest: 'A pharmacy asks for a renewal. Read into typed values; written back unchanged.',
  RxRenewalResponse: 'The prescriber’s answer to a renewal request.',
  RxChangeRequest:
    'A pharmacy asks for a change: another product, a prior authorization, a clarification. Read into typed values; written back unchanged.',
  RxChangeResponse: 'The prescriber’s answer to a change request.',
};

interface Row {
  readonly path: string;
  readonly field: string;
  readonly times: string;
  readonly type: string;
}

/** The page of one message, in Markdown. */
export function referencePage(type: MessageType): string {
  const parts = [
    `# ${type}`,
    INTRODUCTIONS[type],
    'Rows stand in the order of the standard. `1` is required, `0..1` optional. `an1..35` is 1 to 35 printable ASCII characters, ' +
      '`n1..11` digits. A dash means that the version does not have the element. *Kept* elements are read and written back as they are, and reported as ' +
      '`unchecked`. ' +
      'Limits of 2023011 are those of 2017071 where nothing else is known: see [what is certain](2023011.md).',
    section('Header', rowsOf(headerFields(relatesTo(type)))),
    section(`Body/${type}`, rowsOf(bodyFields(type))),
  ];
  if (type === 'CancelRx') {
    parts.push(
      section('Body/CancelRx, reduced content', rowsOf(bodyFields(type, 'reduced'))),
      section('Header in JSON', rowsOf(cancelJsonHeaderFields)),
    );
  }
  return `${parts.join('\n\n')}\n`;
}

/** The page that lists the pages. */
export function referenceIndex(): string {
  const list = MESSAGE_TYPES.map((type) => `- [${type}](${type}.md)`).join('\n');
  return `# SCRIPT messages

Every field of every message that \`@pestle/script\` models: generated from the tables that the library writes, reads and checks by
(\`node packages/script/scripts/write-reference.ts\`), so a page cannot say something else than the code does.

${list}

- [Every declaration of the library](library.md)
- [What is certain about 2023011, and what is not](2023011.md)
- [Where \`check\` differs from the schema](strictness.md)
- [Validating with your own licensed schema files](own-schema.md)

## Errors

\`build\` and \`read\` throw \`ScriptError\` and nothing else; \`check\` throws nothing on data. Every function throws
\`invalid-option\` for an option that does not exist. The message of an error holds no patient data.

| Code | Meaning |
|---|---|
${errors()}

## Limits

| Limit | Value | What it bounds |
|---|---|---|
${limits()}
`;
}

const errors = (): string =>
  Object.entries(SCRIPT_ERRORS)
    .map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
    .join('\n');

/** Names and values come from the code, the words from the comment above each. */
function limits(): string {
  const source = readFileSync(new URL('../src/limits.ts', import.meta.url), 'utf8');
  return [...source.matchAll(/\/\*\* ([^*]+) \*\/\nexport const ([A-Z_]+) = ([0-9_]+);/g)]
    .map(
      ([, words, name, value]) =>
        `| \`${name}\` | ${Number(value?.replaceAll('_', '')).toLocaleString('en-US')} | ${words} |`,
    )
    .join('\n');
}

const section = (title: string, versions: readonly (readonly Row[])[]): string =>
  `## ${title}\n\n| Path | 2017071 | 2023011 | Type | Field of the model |\n|---|---|---|---|---|\n${merged(
    versions,
  )
    .map(
      ({ path, field, times, type }) =>
        `| \`${path}\` | ${times[0] ?? '-'} | ${times[1] ?? '-'} | ${type} | ${field === '' ? '' : `\`${field}\``} |`,
    )
    .join('\n')}`;

interface MergedRow {
  readonly path: string;
  readonly field: string;
  readonly type: string;
  readonly times: readonly [string | undefined, string | undefined];
}

/** Both versions side by side: rows of one path and field are one row. */
function merged([older = [], newer = []]: readonly (readonly Row[])[]): MergedRow[] {
  const key = (row: Row): string => `${row.path} ${row.field}`;
  const rest = new Map(newer.map((row) => [key(row), row]));
  const rows: MergedRow[] = [];
  let next = 0;
  for (const row of older) {
    // What only the newer version has here comes before the next row that both have.
    const at = newer.findIndex((other) => key(other) === key(row));
    if (at >= next) {
      for (const other of newer.slice(next, at))
        if (rest.delete(key(other))) rows.push({ ...other, times: [undefined, other.times] });
      next = at + 1;
    }
    const same = rest.get(key(row));
    rest.delete(key(row));
    rows.push({ ...row, type: bothTypes(row, same), times: [row.times, same?.times] });
  }
  for (const other of rest.values()) rows.push({ ...other, times: [undefined, other.times] });
  return rows;
}

const bothTypes = (older: Row, newer: Row | undefined): string =>
  newer === undefined || newer.type === older.type ? older.type : `${older.type}; 2023011: ${newer.type}`;

const rowsOf = (fields: readonly Field[]): Row[][] =>
  VERSIONS.map((version) => walk(fields, version, '', ''));

function walk(fields: readonly Field[], version: Version, path: string, field: string): Row[] {
  return fields.flatMap((row): Row[] => {
    if (row.only !== undefined && row.only !== version) return [];
    const here = path === '' ? row.element : `${path}/${row.element}`;
    const times = timesOf(row);
    if (row.kind === 'opaque') return [{ path: here, field: '', times, type: '*kept*, not checked' }];
    const repeated = row.max > 1 ? '[]' : '';
    const model = row.key === undefined ? field : `${field === '' ? '' : `${field}.`}${row.key}${repeated}`;
    if (row.kind === 'moment') return [{ path: here, field: model, times, type: '`Date` or `DateTime`' }];
    if (row.kind === 'leaf')
      return leafRows(
        row.attribute === undefined ? model : `${model}.${row.attribute.textKey}`,
        here,
        times,
        row,
        model,
      );
    const name = row.key === undefined ? '' : model;
    const inner = walk(row.fields, version, here, model);
    const choice = row.choice === undefined ? '' : `one of these; \`${model}.${row.choice}\` names it`;
    return [{ path: here, field: name, times, type: choice }, ...inner];
  });
}

function leafRows(
  field: string,
  path: string,
  times: string,
  row: Field & { kind: 'leaf' },
  model: string,
): Row[] {
  const rows = [{ path, field, times, type: typeWords(row.type) }];
  if (row.attribute !== undefined) {
    rows.push({
      path: `${path}/@${row.attribute.name}`,
      field: `${model}.${row.attribute.key}`,
      times: '0..1',
      type: typeWords(row.attribute.type),
    });
  }
  return rows;
}

const timesOf = ({ min, max }: Field): string =>
  min === max ? String(min) : `${min}..${max === Number.POSITIVE_INFINITY ? 'n' : max}`;

const MANY_CODES = 12;

function typeWords({ name, codes, json, unlisted }: TextType): string {
  const list =
    codes === undefined
      ? unlisted
        ? ', a code of a list that is not known here: *not checked*'
        : ''
      : codes.size > MANY_CODES
        ? `, ${codes.size} codes`
        : `: ${[...codes].join(', ')}`;
  return `${name}${list}${json === 'text' && !name.startsWith('Date') ? '; always text in JSON' : ''}`;
}
