// Requests that cannot be read or ask for too much, and writes without a usable Idempotency-Key.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ApiAnswer } from '@pestle/testbed/api/api';
import { forEachCase, refused } from './answers.ts';
import type { Targets } from './ids.ts';
import { PATIENT } from './records.ts';

const JSON_TYPE = 'application/json';
const asJson = (query: string, variables?: object): string => JSON.stringify({ query, variables });
const nested = (depth: number): string => `${'{ a '.repeat(depth)}${'}'.repeat(depth)}`;
const fields = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join(' ');

interface Case {
  readonly about: string;
  readonly body: string;
  readonly status: number;
  readonly code: string;
  readonly type?: string;
  readonly method?: string;
}

const malformed = (about: string, body: string): Case => ({ about, body, status: 400, code: 'MALFORMED' });
const tooComplex = (about: string, query: string): Case => ({
  about,
  body: asJson(query),
  status: 400,
  code: 'QUERY_TOO_COMPLEX',
});
const CREATE_PATIENT = 'mutation($input: CreatePatientInput!) { createPatient(input: $input) { id } }';

const CASES: readonly Case[] = [
  malformed('no JSON', '{"query":'),
  malformed('an empty body', ''),
  malformed('null', 'null'),
  malformed('a text', '"{ me { id } }"'),
  malformed('a batch', `[${asJson('{ me { id } }')}, ${asJson('{ me { id } }')}]`),
  malformed('no document', '{}'),
  malformed('a document that is a number', '{"query": 1}'),
  malformed('a document that is JSON', asJson('{"kind": "Document"}')),
  malformed('a document that is not GraphQL', asJson('{ me { id }')),
  malformed('a NUL character in the document', asJson('{ me { id\u0000 } }')),
  malformed('variables that are a list', '{"query": "{ me { id } }", "variables": [1]}'),
  malformed('an operation name that is a number', '{"query": "{ me { id } }", "operationName": 7}'),
  malformed('a poisoned prototype', '{"query": "{ me { id } }", "__proto__": {"admin": true}}'),
  malformed('a field that is not there', asJson('{ me { secret } }')),
  malformed('two operations', asJson('query A { me { id } } query B { me { id } }')),
  malformed('a fragment that spreads itself', asJson('{ me { ...F } } fragment F on Me { ...F }')),
  malformed('a variable that is missing', asJson(CREATE_PATIENT, {})),
  malformed('an unknown field of an input', asJson(CREATE_PATIENT, { input: { ...PATIENT, ssn: '1' } })),
  malformed(
    'an object where text belongs',
    asJson(CREATE_PATIENT, { input: { ...PATIENT, firstName: { $ne: null } } }),
  ),
  {
    about: 'two mutations in one document',
    body: asJson('mutation { a: deleteDraft(id: "1") b: deleteDraft(id: "2") }'),
    status: 400,
    code: 'ONE_MUTATION_PER_REQUEST',
  },
  {
    about: 'two mutations by fragments',
    body: asJson(
      'mutation { ...A ...A } fragment A on Mutation { a: deleteDraft(id: "1") b: deleteDraft(id: "2") }',
    ),
    status: 400,
    code: 'ONE_MUTATION_PER_REQUEST',
  },
  tooComplex('too deep', nested(11)),
  tooComplex('far too deep', nested(600)),
  tooComplex('too wide', `{ me { ${fields(501, () => 'id')} } }`),
  tooComplex('flooded with aliases', `{ me { ${fields(31, (index) => `a${index}: id`)} } }`),
  tooComplex('too many fields at the root', `{ ${fields(11, (index) => `a${index}: me { id }`)} }`),
  tooComplex(
    'fragments that multiply',
    `{ ...A } fragment A on Query { ...B ...B ...B ...B ...B ...B ...B ...B }
      fragment B on Query { ...C ...C ...C ...C ...C ...C ...C ...C }
      fragment C on Query { ...D ...D ...D ...D ...D ...D ...D ...D } fragment D on Query { me { id } }`,
  ),
  tooComplex('more than 20,000 characters', `{ me { id } } # ${'x'.repeat(20_000)}`),
  tooComplex(
    'too costly',
    `{ orders(first: 100) { nodes { ${fields(8, (index) => `f${index}: fills { events { number } }`)} } } }`,
  ),
  {
    about: 'a body of 300 KB',
    body: asJson('{ me { id } }', { pad: 'x'.repeat(300_000) }),
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
  },
  {
    about: 'text/plain',
    body: asJson('{ me { id } }'),
    type: 'text/plain',
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    about: 'a form',
    body: 'query={me{id}}',
    type: 'application/x-www-form-urlencoded',
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    about: 'application/graphql',
    body: '{ me { id } }',
    type: 'application/graphql',
    status: 415,
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  { about: 'PUT', body: asJson('{ me { id } }'), method: 'PUT', status: 405, code: 'METHOD_NOT_ALLOWED' },
];

export function testDocuments(targets: () => Targets): void {
  const send = async (body: string, headers: Record<string, string>, method = 'POST') => {
    const { testbed } = targets();
    const request: RequestInit = {
      method,
      headers: { authorization: `Bearer ${await tokenOf()}`, 'content-type': JSON_TYPE, ...headers },
      body,
    };
    const response = await fetch(`${testbed.baseUrl}/graphql`, request);
    const answer = (await response.json()) as Partial<ApiAnswer<unknown>>;
    return { status: response.status, data: answer.data ?? null, errors: answer.errors ?? [] };
  };
  let token: Promise<string> | undefined;
  const tokenOf = (): Promise<string> => (token ??= targets().testbed.token('prescriber'));

  describe('documents', () => {
    test('what cannot be read or asks for too much is refused before anything runs', async () => {
      // Signing in is written down, and is not what is looked at.
      await tokenOf();
      await targets().testbed.unchanged(() =>
        forEachCase(CASES, async ({ about, body, status, code, type, method }) => {
          const headers = { 'content-type': type ?? JSON_TYPE, 'idempotency-key': 'documents' };
          const answer = await send(body, headers, method);
          refused(answer, code, about);
          assert.equal(answer.status, status, about);
        }),
      );
    });

    test('values that nest a hundred thousand deep end the request, not the process', async () => {
      const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
      const answer = await send(`{"query": "{ me { id } }", "variables": {"x": ${deep}}}`, {});
      assert.ok(answer.status < 500, String(answer.status));
      assert.equal((await send(asJson('{ me { id } }'), {})).status, 200);
    });
  });

  describe('Idempotency-Key', () => {
    test('missing, too long, empty, twice or with blanks: nothing is written', async () => {
      const body = asJson(CREATE_PATIENT, { input: PATIENT });
      await targets().testbed.unchanged(async () => {
        refused(await send(body, {}), 'IDEMPOTENCY_KEY_REQUIRED', 'missing');
        for (const key of ['x'.repeat(256), '', ' ', 'a b', '"unclosed', 'a, b', 'é'])
          refused(await send(body, { 'idempotency-key': key }), 'MALFORMED', `key ${key.slice(0, 9)}`);
      });
    });

    test('used again for other arguments or another write: nothing is written', async () => {
      const { testbed } = targets();
      const key = 'one-key-for-one-write';
      const first = await testbed.prescriber(CREATE_PATIENT, { input: PATIENT }, key);
      await testbed.unchanged(async () => {
        assert.deepEqual(await testbed.prescriber(CREATE_PATIENT, { input: PATIENT }, key), first);
        refused(
          await testbed.prescriber(CREATE_PATIENT, { input: { ...PATIENT, firstName: 'June' } }, key),
          'IDEMPOTENCY_KEY_REUSED',
          'other arguments',
        );
        refused(
          await testbed.prescriber('mutation { deleteTemplate(id: "tpl_1") }', {}, key),
          'IDEMPOTENCY_KEY_REUSED',
          'another write',
        );
      });
    });
  });
}
