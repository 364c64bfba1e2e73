// Goal: the published JSON Schema judges a file of pharmacies and partners as the service does; where only the service can judge, it is silent.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import {
  BEACON,
  fillDirectory,
  MAGIC_PARTNERS,
  MAGIC_PHARMACIES,
  recordOf,
} from '@pestle/testbed/network/pharmacies';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { Ajv, type ValidateFunction } from 'ajv';
import { Failure } from '../../kernel/errors.ts';
import type { Store } from '../../store/store.ts';
import type { Connections } from '../connections.ts';
import type { Directory } from '../directory.ts';
import { publishedSchema } from './published-schema.ts';

const by = 'Olga Operator';
/** A partner that is there. */
const net = 'ptn_01TEST00000000000000000NET';
const endpoint = { url: 'https://pharmacy.example/script', auth: { kind: 'bearer', token: 'tok_4711' } };
const script = { version: '2017071', form: 'xml', cancel: 'full', acknowledge: 'script' };
const call = { method: 'POST', path: '/orders', body: '{"id": fill.id}', accepted: 'status = 200' };

type Change = Readonly<Record<string, unknown>>;

// Formats are notes for editors; what matters of them stands in patterns.
const ajv = new Ajv({ allErrors: true, allowUnionTypes: true, validateFormats: false });
const file: ValidateFunction = ajv.compile(JSON.parse(publishedSchema('pharmacies')) as object);

let store: Store;
let directory: Directory;
let connections: Connections;
/** A pharmacy that is connected. */
let id: string;

before(async () => {
  store = await openTestStore();
  directory = await fillDirectory(store);
  ({ connections } = directory);
  id = await directory.administration.upsertPharmacy(BEACON);
  await connections.writePartner({ change: { id: net, name: 'Net', endpoint }, by, as: 'apply' });
  const integration = { stage: 'scoping', channel: 'script', endpoint, script };
  await connections.writePharmacy({ change: { id, integration }, by, as: 'apply' });
});
after(() => store.close());

/** What the schema has against a file; undefined for nothing. */
function bySchema(content: object): string | undefined {
  return file(content) ? undefined : ajv.errorsText(file.errors);
}

/** What the service has against an entry, which it does not write. */
async function byService(part: 'pharmacies' | 'partners', change: Change): Promise<string | undefined> {
  const request = { change, by, as: 'apply', dryRun: true } as const;
  try {
    if (part === 'pharmacies') await connections.writePharmacy(request);
    else await connections.writePartner(request);
    return undefined;
  } catch (error) {
    assert.ok(error instanceof Failure && error.code === 'INVALID_INPUT', String(error));
    return JSON.stringify(error.detail.fields);
  }
}

async function requireBoth(
  accepted: boolean,
  part: 'pharmacies' | 'partners',
  change: Change,
  name = JSON.stringify(change),
): Promise<void> {
  const [schema, service] = [bySchema({ [part]: [change] }), await byService(part, change)];
  assert.equal(service === undefined, accepted, `the service of ${name}: ${service ?? 'accepted'}`);
  assert.equal(schema === undefined, accepted, `the schema of ${name}: ${schema ?? 'accepted'}`);
}

/** Each JSON example of a page, those in fences and those that a command is given. */
function examplesOf(page: string): readonly Change[] {
  const text = readFileSync(new URL(`../../../../../docs/${page}`, import.meta.url), 'utf8');
  const found = [...text.matchAll(/^(?:```json|cat > \S+ <<'END')\n([\s\S]*?)^(?:```|END)$/gm)];
  assert.ok(found.length > 0, page);
  return found.map(([, json = '']) => JSON.parse(json) as Change);
}

/** As a change of the pharmacy that is connected. */
const integrated = (change: Change): Change => ({ id, integration: change });
const at = (change: Change): Change => integrated({ endpoint: change });

describe('the published JSON Schema', () => {
  it('takes every example of the documentation, as the service does', async () => {
    for (const example of examplesOf('guides/connecting.md')) await requireBoth(true, 'pharmacies', example);
    for (const example of examplesOf('reference/message-settings.md'))
      await requireBoth(true, 'pharmacies', integrated({ script: example }));
    for (const { integration } of examplesOf('guides/conformance.md'))
      await requireBoth(true, 'pharmacies', integrated(integration as Change));
  });

  it('takes what an export says of every pharmacy and partner of the sandbox, as the service does', async () => {
    for (const pharmacy of MAGIC_PHARMACIES)
      await directory.administration.upsertPharmacy(recordOf(pharmacy));
    const exported = { $schema: 'http://127.0.0.1/schemas/pharmacies.json', partners: [], pharmacies: [] };
    assert.equal(bySchema(exported), undefined);
    for (const { id: one } of MAGIC_PHARMACIES) {
      const { pharmacy } = await connections.showPharmacy({ id: one });
      await requireBoth(true, 'pharmacies', { ...pharmacy }, pharmacy.name);
      assert.equal(bySchema([pharmacy]), undefined, 'a list of pharmacies is a file as well');
    }
    for (const { id: one } of MAGIC_PARTNERS) {
      const { partner } = await connections.showPartner({ id: one });
      await requireBoth(true, 'partners', { ...partner }, partner.name);
    }
  });

  it('takes changes of what is there: left out, taken away, kept, written anew', async () => {
    for (const change of [
      { id, fax: null, openingHours: [{ days: ['MON'], opens: '09:00', closes: '17:30' }] },
      { id, revision: 2, phone: ' (617) 555-0100 ', statusWords: { 'In process': 'FILLING' } },
      { id, integration: null },
      { npi: BEACON.npi, integration: { stage: 'scoping', partnerId: net, technicalContact: null } },
      { id, address: { street2: 'Suite 2' }, latitude: 42.1, longitude: -71 },
      at({ auth: { token: '(sealed)' }, headers: { 'x-key': 'k' } }),
      at({ auth: { kind: 'oauth2', tokenUrl: 'https://t.example/', clientId: 'a', clientSecret: 'b' } }),
      at({ privateNetwork: '10.20.0.0/16', url: 'http://localhost:80/x?y=1' }),
      integrated({ channel: 'api', api: { newRx: call, cancelRx: { ...call, denied: 'status = 409' } } }),
      integrated({
        lane: { concurrency: 2, ratePerSecond: 0.5 },
        attempts: { offsetsMs: [0, 5], timeoutMs: 900 },
      }),
    ])
      await requireBoth(true, 'pharmacies', change);
    await requireBoth(true, 'partners', { id: net, active: false, maintenance: [] });
  });

  it('marks what the service refuses', async () => {
    for (const change of [
      { id: 'phr_1', fax: null },
      { id, npi: '12345' },
      { id, ncpdpId: 1_234_567 },
      { id, name: ' ' },
      { id, name: 'x'.repeat(80) },
      { id, name: null },
      { id, kind: 'CORNER' },
      { id, phone: '555-0100' },
      { id, servesPublic: 'yes' },
      { id, latitude: 91 },
      { id, address: { zip: '02108' } },
      { id, address: { postalCode: '2108' } },
      { id, openingHours: [{ days: ['MON'], opens: '9', closes: '17:30' }] },
      { id, openingHours: [{ days: ['MON'], opens: '09:00' }] },
      { id, statusWords: { 'In process': 'COOKING' } },
      { id, surprise: 1 },
      { id, revision: 'x' },
      integrated({ stage: 'done' }),
      integrated({ channel: 'post' }),
      integrated({ surprise: 1 }),
      integrated({ conformancePassedAt: '2026-01-01T00:00:00Z' }),
      integrated({ partnerId: 'net' }),
      integrated({ technicalContact: { name: 'Tess', email: 'tess@x.example', fax: '1' } }),
      integrated({ script: { version: '10.6' } }),
      integrated({ script: { acknowledgeTypes: [] } }),
      integrated({ script: { acknowledgeTypes: ['Text/Plain'] } }),
      integrated({ script: { noteLines: ['x'.repeat(211)] } }),
      integrated({ channel: 'api', api: { newRx: { ...call, method: 'GET' } } }),
      integrated({ channel: 'api', api: { newRx: { ...call, path: 'orders' } } }),
      integrated({ lane: { concurrency: 0 } }),
      integrated({ lane: { concurrency: 1.5 } }),
      integrated({ attempts: { offsetsMs: [] } }),
      integrated({ attempts: { timeoutMs: 1 } }),
      integrated({ maintenance: [{ start: 'tomorrow', end: '2026-01-31T15:00Z' }] }),
      at({ url: 'http://pharmacy.example/' }),
      at({ url: 'https://user:password@pharmacy.example/' }),
      at({ url: 'pharmacy.example' }),
      at({ url: null }),
      at({ headers: { 'x key': '1' } }),
      at({ headers: { 'x-key': 'a\nb' } }),
      at({ privateNetwork: 'inside' }),
      at({ auth: { kind: 'secret' } }),
      at({ auth: { kind: 'none', token: 'x' } }),
      at({ auth: { kind: 'basic', token: 'x' } }),
      at({ auth: { kind: 'mtls', certificatePem: 'x', privateKeyPem: 'y' } }),
    ])
      await requireBoth(false, 'pharmacies', change);
    for (const change of [
      { id: net, name: '' },
      { id: net, endpoint: { url: 'ftp://x' } },
      { id: net, stage: 'live' },
      { id: net, maintenance: [{ start: '2026-01-31T15:00Z' }] },
    ])
      await requireBoth(false, 'partners', change);
    for (const content of [{}, { pharmacy: [] }, { pharmacies: {} }, { partners: [], other: 1 }, 'x', [1]])
      assert.notEqual(bySchema(content as object), undefined, JSON.stringify(content));
  });

  const SILENT: readonly (readonly [why: string, change: () => Change])[] = [
    ['of what is left out it cannot know whether it is there', () => ({ name: 'A new one' })],
    ['the check digit of an NPI is computed', () => ({ id, npi: '1234567890' })],
    ['the states are a list of the service', () => ({ id, address: { state: 'ZZ' } })],
    ['time zones are those of the service', () => ({ id, timeZone: 'America/Boston' })],
    ['numbers abroad are told by their first digits', () => ({ id, phone: '0115550100' })],
    ['an import may have written a longer street', () => ({ id, address: { street1: 'x'.repeat(90) } })],
    ['what a stage needs may be there already', () => integrated({ stage: 'testing' })],
    ['what a channel needs may be there already', () => integrated({ channel: 'api' })],
    [
      'whether there is such a partner only the store knows',
      () => integrated({ partnerId: `ptn_${'0'.repeat(26)}` }),
    ],
    [
      'messages are built to judge settings',
      () => integrated({ script: { set: { 'Header/Nothing': 'x' } } }),
    ],
    ['an expression is read', () => integrated({ channel: 'api', api: { newRx: { ...call, body: '{' } } })],
    [
      'a page says nothing: a pattern forbids no word',
      () => integrated({ script: { acknowledgeTypes: ['text/html'] } }),
    ],
    ['times are compared', () => integrated({ attempts: { offsetsMs: [9, 1] } })],
    [
      'days are counted',
      () => integrated({ maintenance: [{ start: '2026-02-01T00:00Z', end: '2026-02-31T00:00Z' }] }),
    ],
    [
      'an address is a pattern for editors only',
      () => integrated({ technicalContact: { name: 'T', email: 'tess' } }),
    ],
    ['the service sets some headers itself', () => at({ headers: { host: 'x' } })],
    ['ranges are computed', () => at({ privateNetwork: '8.8.0.0/16' })],
    [
      'whether there is a secret to keep only the store knows',
      () => at({ auth: { kind: 'basic', username: 'x', password: '(sealed)' } }),
    ],
  ];
  for (const [why, change] of SILENT)
    it(`is silent where only the service can judge: ${why}`, async () => {
      assert.equal(bySchema({ pharmacies: [change()] }), undefined);
      assert.notEqual(await byService('pharmacies', change()), undefined);
    });

  it('has words for every field', () => {
    const schema = JSON.parse(publishedSchema('pharmacies')) as { $defs: Record<string, Node> };
    const bare = Object.entries(schema.$defs).flatMap(([name, part]) => wordless(part, name));
    assert.deepEqual(bare, []);
  });
});

interface Node {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
}

function wordless({ properties = {}, items, anyOf = [] }: Node, path: string): readonly string[] {
  return [
    ...Object.entries(properties).flatMap(([name, part]) => [
      ...((part.description ?? '') === '' ? [`${path}.${name}`] : []),
      ...wordless(part, `${path}.${name}`),
    ]),
    ...(items === undefined ? [] : wordless(items, `${path}[]`)),
    ...anyOf.flatMap((part) => wordless(part, path)),
  ];
}
