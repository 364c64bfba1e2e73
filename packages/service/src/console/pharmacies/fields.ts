// The fields of the forms in which operators add and change a pharmacy or a partner.
import { REPORT_MEANINGS } from '@pestle/rules/fill-status';
import type { FieldGroup, FieldLabel } from './field-words.ts';

/** What a field holds, as a file has it: `pharmacy.integration.endpoint.url`. */
export interface FormField {
  readonly path: string;
  readonly label: FieldLabel;
  /**
   * `lines` and `numbers` are lists with a line for each, `pairs` an object with a line `name = text` for each member, `windows` lines of
   * `start/end`.
   */
  readonly kind:
    | 'text'
    | 'number'
    | 'choice'
    | 'yes-no'
    | 'lines'
    | 'numbers'
    | 'pairs'
    | 'windows'
    | 'secret'
    | 'long'
    | 'long-secret';
  readonly group: FieldGroup;
  /** Of a choice; an empty one may be there besides. */
  readonly options?: readonly string[];
}

/** The fields of each kind of credentials, by which a change of the kind is told from what was left standing. */
export const AUTH_KINDS: Readonly<Record<string, readonly FieldLabel[]>> = {
  none: [],
  bearer: ['token'],
  basic: ['username', 'password'],
  apiKey: ['header', 'value'],
  oauth2: ['tokenUrl', 'clientId', 'clientSecret', 'scope'],
  mtls: ['certificatePem', 'privateKeyPem', 'authorityPem'],
};

const SECRET = new Set(['token', 'password', 'value', 'clientSecret']);

function authKindOf(name: string): FormField['kind'] {
  if (name === 'privateKeyPem') return 'long-secret';
  if (name.endsWith('Pem')) return 'long';
  return SECRET.has(name) ? 'secret' : 'text';
}

/** `at` stands before the paths: `integration.` for a pharmacy. */
const endpointFields = (at: string): readonly FormField[] => [
  { path: `${at}endpoint.url`, label: 'url', kind: 'text', group: 'connection' },
  { path: `${at}endpoint.privateNetwork`, label: 'privateNetwork', kind: 'text', group: 'connection' },
  {
    path: `${at}endpoint.auth.kind`,
    label: 'authKind',
    kind: 'choice',
    group: 'connection',
    options: Object.keys(AUTH_KINDS),
  },
  ...Object.values(AUTH_KINDS)
    .flat()
    .map(
      (name): FormField => ({
        path: `${at}endpoint.auth.${name}`,
        label: name,
        kind: authKindOf(name),
        group: 'connection',
      }),
    ),
];

const windowsField = (at: string): FormField => ({
  path: `${at}maintenance`,
  label: 'maintenance',
  kind: 'windows',
  group: 'pace',
});

export const PARTNER_FIELDS: readonly FormField[] = [
  { path: 'name', label: 'name', kind: 'text', group: 'who' },
  { path: 'active', label: 'active', kind: 'yes-no', group: 'who' },
  ...endpointFields(''),
  windowsField(''),
];

type Row = readonly [path: string, label: FieldLabel, kind: FormField['kind'], options?: readonly string[]];

const inGroup = (group: FieldGroup, at: string, rows: readonly Row[]): readonly FormField[] =>
  rows.map(([path, label, kind, options]) => ({
    path: `${at}${path}`,
    label,
    kind,
    group,
    ...(options === undefined ? {} : { options }),
  }));

const apiCallFields = (call: 'newRx' | 'cancelRx'): readonly Row[] => [
  [`${call}.method`, `${call}Method`, 'choice', ['POST', 'PUT']],
  [`${call}.path`, `${call}Path`, 'text'],
  [`${call}.body`, `${call}Body`, 'long'],
  [`${call}.accepted`, `${call}Accepted`, 'text'],
  [`${call}.duplicate`, `${call}Duplicate`, 'text'],
];

export const PHARMACY_FIELDS: readonly FormField[] = [
  ...inGroup('who', '', [
    ['name', 'name', 'text'],
    ['npi', 'npi', 'text'],
    ['ncpdpId', 'ncpdpId', 'text'],
    ['kind', 'kind', 'choice', ['LOCAL_PICKUP', 'MAIL_ORDER']],
    ['active', 'active', 'yes-no'],
    ['servesPublic', 'servesPublic', 'yes-no'],
    ['phone', 'phone', 'text'],
    ['fax', 'fax', 'text'],
    ['address.street1', 'street1', 'text'],
    ['address.street2', 'street2', 'text'],
    ['address.city', 'city', 'text'],
    ['address.state', 'state', 'text'],
    ['address.postalCode', 'postalCode', 'text'],
    ['timeZone', 'timeZone', 'text'],
    ['latitude', 'latitude', 'number'],
    ['longitude', 'longitude', 'number'],
  ]),
  ...inGroup('connection', 'integration.', [
    ['stage', 'stage', 'choice', ['scoping', 'testing', 'live']],
    ['technicalContact.name', 'contactName', 'text'],
    ['technicalContact.email', 'contactEmail', 'text'],
    ['technicalContact.phone', 'contactPhone', 'text'],
    ['channel', 'channel', 'choice', ['script', 'api']],
    ['partnerId', 'partnerId', 'text'],
  ]),
  ...endpointFields('integration.'),
  ...inGroup('messages', 'integration.script.', [
    ['version', 'version', 'choice', ['2017071', '2023011']],
    ['form', 'form', 'choice', ['xml', 'json']],
    ['cancel', 'cancel', 'choice', ['reduced', 'full']],
    ['shape', 'shape', 'choice', ['own', '2017071']],
    ['versionAttributes', 'versionAttributes', 'text'],
    ['acknowledge', 'acknowledge', 'choice', ['script', 'http']],
    ['acknowledgeTypes', 'acknowledgeTypes', 'lines'],
    ['senderTertiaryId', 'senderTertiaryId', 'text'],
    ['receiverTertiaryId', 'receiverTertiaryId', 'text'],
    ['set', 'set', 'pairs'],
    ['drop', 'drop', 'lines'],
    ['noteLines', 'noteLines', 'lines'],
  ]),
  ...inGroup('api', 'integration.api.', [
    ...apiCallFields('newRx'),
    ...apiCallFields('cancelRx'),
    ['cancelRx.approved', 'cancelRxApproved', 'text'],
    ['cancelRx.denied', 'cancelRxDenied', 'text'],
    ['cancelRx.reason', 'cancelRxReason', 'text'],
  ]),
  ...inGroup('pace', 'integration.', [
    ['attempts.timeoutMs', 'timeoutMs', 'number'],
    ['attempts.offsetsMs', 'offsetsMs', 'numbers'],
    ['lane.concurrency', 'concurrency', 'number'],
    ['lane.ratePerSecond', 'ratePerSecond', 'number'],
  ]),
  windowsField('integration.'),
  ...inGroup('statuses', '', [['statusWords', 'statusWords', 'pairs']]),
];

/** What a word of a pharmacy may stand for. */
export const STATUSES: readonly string[] = REPORT_MEANINGS;

/** Whether it belongs to credentials of another kind than this. */
export function isOfOtherCredentials({ path }: FormField, kind: string): boolean {
  const [, name] = /(?:^|\.)auth\.(\w+)$/.exec(path) ?? [];
  return (
    name !== undefined &&
    name !== 'kind' &&
    !((AUTH_KINDS[kind] as readonly string[] | undefined) ?? []).includes(name)
  );
}
