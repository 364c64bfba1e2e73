// The fields of the forms in which operators change a pharmacy or a partner, and the change that a filled-in form means.
import { isRecord } from '../../directory/inside.ts';
import type { FieldLabel } from './words.ts';

/** What a field holds, as a file has it: `pharmacy.integration.endpoint.url`. */
export interface FormField {
  readonly path: string;
  readonly label: FieldLabel;
  readonly kind: 'text' | 'number' | 'choice' | 'lines' | 'secret' | 'long' | 'long-secret';
  /** Of a choice; an empty one may be there besides. */
  readonly options?: readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

/** The fields of each kind of credentials, by which a change of the kind is told from what was left standing. */
const AUTH_KINDS: Readonly<Record<string, readonly string[]>> = {
  none: [],
  bearer: ['token'],
  basic: ['username', 'password'],
  apiKey: ['header', 'value'],
  oauth2: ['tokenUrl', 'clientId', 'clientSecret', 'scope'],
  mtls: ['certificatePem', 'privateKeyPem', 'authorityPem'],
};

const SECRET = new Set(['token', 'password', 'value', 'clientSecret']);

/** `at` stands before the paths: `integration.` for a pharmacy. */
const endpointFields = (at: string): readonly FormField[] => [
  { path: `${at}endpoint.url`, label: 'url', kind: 'text' },
  { path: `${at}endpoint.privateNetwork`, label: 'privateNetwork', kind: 'text' },
  {
    path: `${at}endpoint.auth.kind`,
    label: 'authKind',
    kind: 'choice',
    options: Object.keys(AUTH_KINDS),
  },
  ...Object.values(AUTH_KINDS)
    .flat()
    .map(
      (name): FormField => ({
        path: `${at}endpoint.auth.${name}`,
        label: name as FieldLabel,
        kind:
          name === 'privateKeyPem'
            ? 'long-secret'
            : name.endsWith('Pem')
              ? 'long'
              : SECRET.has(name)
                ? 'secret'
                : 'text',
      }),
    ),
];

export const PARTNER_FIELDS: readonly FormField[] = [
  { path: 'name', label: 'name', kind: 'text' },
  { path: 'active', label: 'active', kind: 'choice', options: ['true', 'false'] },
  ...endpointFields(''),
];

export const PHARMACY_FIELDS: readonly FormField[] = [
  {
    path: 'integration.stage',
    label: 'stage',
    kind: 'choice',
    options: ['scoping', 'testing', 'live'],
  },
  { path: 'active', label: 'active', kind: 'choice', options: ['true', 'false'] },
  { path: 'phone', label: 'phone', kind: 'text' },
  { path: 'fax', label: 'fax', kind: 'text' },
  { path: 'integration.technicalContact.name', label: 'contactName', kind: 'text' },
  { path: 'integration.technicalContact.email', label: 'contactEmail', kind: 'text' },
  { path: 'integration.technicalContact.phone', label: 'contactPhone', kind: 'text' },
  { path: 'integration.channel', label: 'channel', kind: 'choice', options: ['script', 'api'] },
  { path: 'integration.partnerId', label: 'partnerId', kind: 'text' },
  ...endpointFields('integration.'),
  {
    path: 'integration.script.version',
    label: 'version',
    kind: 'choice',
    options: ['2017071', '2023011'],
  },
  { path: 'integration.script.form', label: 'form', kind: 'choice', options: ['xml', 'json'] },
  {
    path: 'integration.script.cancel',
    label: 'cancel',
    kind: 'choice',
    options: ['reduced', 'full'],
  },
  {
    path: 'integration.script.acknowledge',
    label: 'acknowledge',
    kind: 'choice',
    options: ['script', 'http'],
  },
  { path: 'integration.script.senderTertiaryId', label: 'senderTertiaryId', kind: 'text' },
  { path: 'integration.script.receiverTertiaryId', label: 'receiverTertiaryId', kind: 'text' },
  { path: 'integration.script.noteLines', label: 'noteLines', kind: 'lines' },
  { path: 'integration.attempts.timeoutMs', label: 'timeoutMs', kind: 'number' },
  { path: 'integration.lane.concurrency', label: 'concurrency', kind: 'number' },
  { path: 'integration.lane.ratePerSecond', label: 'ratePerSecond', kind: 'number' },
];

/** The field in which everything else can be written as JSON. */
export const OTHERS = 'others';
/** The revision that the form was made from. */
export const REVISION = 'revision';

/** Whether it belongs to credentials of another kind than this. */
export function isOfOtherCredentials({ path }: FormField, kind: string): boolean {
  const [, name] = /(?:^|\.)auth\.(\w+)$/.exec(path) ?? [];
  return name !== undefined && name !== 'kind' && !(AUTH_KINDS[kind] ?? []).includes(name);
}

/** What stands in a field of a record as it is shown; nothing for a secret, which stays where nothing is written. */
export function shownIn(record: unknown, { path, kind }: FormField): string {
  if (kind === 'secret' || kind === 'long-secret') return '';
  const value = at(record, path);
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Whether a secret is kept there. */
export function isSealed(record: unknown, { path }: FormField): boolean {
  return at(record, path) !== undefined;
}

/**
 * What of the record changes: fields that read otherwise than before, an emptied one taken away, and what was written as JSON. Undefined
 * where that is no JSON object.
 */
export function changeIn(
  form: URLSearchParams,
  record: unknown,
  fields: readonly FormField[],
): Json | undefined {
  const others = othersIn(form.get(OTHERS) ?? '');
  if (others === undefined) return undefined;
  const change = structuredClone(others) as Record<string, unknown>;
  const authKind = fields.find(({ label }) => label === 'authKind');
  const kind = authKind === undefined ? '' : (form.get(authKind.path) ?? '').trim();
  const isOtherKind = authKind !== undefined && kind !== shownIn(record, authKind);
  for (const field of fields) {
    const written = (form.get(field.path) ?? '').replaceAll('\r\n', '\n').trim();
    const before = shownIn(record, field);
    // What stands in the fields of other credentials means nothing, and of another kind nothing stays.
    if (isOfOtherCredentials(field, kind)) continue;
    const isAuth = field.path.includes('endpoint.auth.');
    const isKept = isAuth && isOtherKind ? written === '' : written === before;
    if (!isKept) put(change, field.path, written === '' ? null : valueOf(field, written));
  }
  return change;
}

function valueOf({ path, kind }: FormField, written: string): unknown {
  if (kind === 'lines') return written.split('\n').map((line) => line.trim());
  if (kind === 'number') return /^\d+(?:\.\d+)?$/.test(written) ? Number(written) : written;
  return path === 'active' ? written === 'true' : written;
}

function othersIn(text: string): Json | undefined {
  if (text.trim() === '') return {};
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function at(record: unknown, path: string): unknown {
  return path.split('.').reduce((value, step) => (isRecord(value) ? value[step] : undefined), record);
}

function put(change: Record<string, unknown>, path: string, value: unknown): void {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let part = change;
  for (const step of steps) {
    const inner = isRecord(part[step]) ? { ...part[step] } : {};
    part[step] = inner;
    part = inner;
  }
  part[last] = value;
}
