// The client of a program against the real service: reading, paging, writing once whatever is lost, tokens that end, and what is thrown.
import assert from 'node:assert/strict';
import { after, beforeEach, describe, test } from 'node:test';
import { beginSignIn, type Client, ClientError, createClient, isAbort } from '@pestle/client';
import { users } from '@pestle/sandbox/seed';
import { CookieBrowser } from '@pestle/testbed/browser/cookie-browser';
import { startSeededSandbox } from '@pestle/testbed/sandbox/seeded-sandbox';

const sandbox = await startSeededSandbox();
after(() => sandbox.close());
const apiUrl = sandbox.baseUrl;
const machine = {
  clientId: 'app_0C11N1C0MACH1NE00000000000',
  clientSecret: 'sandbox-machine-secret-not-for-production',
  scopes: ['read:patient', 'write:patient', 'read:order', 'read:treatment'],
};

/** What the network does to one request to the API. */
type Fault = 'pass' | 'lost answer' | 'proxy busy' | 'rate limited' | 'token ended';
interface Seen {
  readonly key: string | null;
  readonly authorization: string | null;
  readonly body: string;
}

const seen: Seen[] = [];
let faults: Fault[] = [];
let tokensAsked = 0;
const network = globalThis.fetch;
after(() => {
  globalThis.fetch = network;
});
// The way to the service, and nothing of ours: what arrives at the service is what the client sent.
globalThis.fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : String(input));
  if (url.pathname === '/oidc/token') tokensAsked += 1;
  if (url.pathname !== '/graphql') return await network(input, init);
  const headers = new Headers(init?.headers);
  seen.push({
    key: headers.get('idempotency-key'),
    authorization: headers.get('authorization'),
    body: typeof init?.body === 'string' ? init.body : '',
  });
  const fault = faults.shift() ?? 'pass';
  if (fault === 'proxy busy')
    return new Response('<h1>Busy</h1>', { status: 503, headers: { 'retry-after': '1' } });
  if (fault === 'rate limited') {
    const error = { message: 'Slower.', extensions: { code: 'RATE_LIMITED', retryAfterSeconds: 1 } };
    return Response.json({ errors: [error] }, { status: 429, headers: { 'retry-after': '1' } });
  }
  if (fault === 'token ended') headers.set('authorization', `${headers.get('authorization') ?? ''}x`);
  const answer = await network(input, { ...init, headers });
  if (fault === 'lost answer') throw new TypeError('fetch failed');
  return answer;
};
beforeEach(() => {
  seen.length = 0;
  faults = [];
});

const client = createClient({ apiUrl, machine });
const ann = (externalId: string) => ({
  input: {
    externalId,
    firstName: 'Ann',
    lastName: 'Client',
    dateOfBirth: '1990-01-01',
    sex: 'FEMALE' as const,
  },
});
const countOf = async (externalId: string): Promise<number> => {
  let count = 0;
  for await (const patient of client.patients({ text: 'client ann', first: 100 }, { externalId: true }))
    if (patient.externalId === externalId) count += 1;
  return count;
};

async function errorOf(call: Promise<unknown>): Promise<ClientError> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ClientError, String(error));
  return error;
}

describe('createClient: calls', () => {
  test('what was asked for comes back, and nothing else', async () => {
    const organization = await client.organization({ name: true, environment: true });
    assert.deepEqual({ ...organization }, { name: 'Riverside Family Medicine', environment: 'sandbox' });
    const me = await client.me({ id: true, scopes: true });
    assert.deepEqual([me.id, me.scopes.toSorted()], [machine.clientId, machine.scopes.toSorted()]);
  });

  test('a list is iterated over to its end, page by page and each record once', async () => {
    for (let number = 0; number < 5; number += 1)
      await client.createPatient(ann(`LIST-${number}`), { id: true });
    seen.length = 0;
    const found: string[] = [];
    for await (const { externalId } of client.patients(
      { text: 'client ann', first: 2 },
      { externalId: true },
    ))
      found.push(externalId ?? '');
    assert.deepEqual(new Set(found), new Set(['LIST-0', 'LIST-1', 'LIST-2', 'LIST-3', 'LIST-4']));
    assert.equal(found.length, 5);
    assert.equal(seen.length, 3);
    const page = await client.patients({ text: 'client ann', first: 2 }, { externalId: true }).page();
    assert.deepEqual([page.nodes.length, page.hasNextPage, typeof page.endCursor], [2, true, 'string']);
    const rest = client.patients(
      { text: 'client ann', first: 2, after: page.endCursor },
      { externalId: true },
    );
    const sizes: number[] = [];
    for await (const { nodes } of rest.pages()) sizes.push(nodes.length);
    assert.deepEqual(sizes, [2, 1]);
  });

  test('who stops iterating asks for no further page', async () => {
    for await (const { id } of client.patients({ first: 1 }, { id: true })) if (id !== '') break;
    assert.equal(seen.length, 1);
  });

  test('fields that take arguments below the root get them', async () => {
    const found = await client.treatments(
      { text: 'lisinopril', first: 2 },
      { hits: { nodes: { name: true }, pageInfo: { hasNextPage: true } } },
    );
    assert.equal(found.hits.nodes.length, 2);
  });
});

describe('createClient: writes', () => {
  for (const [fault, externalId] of [
    ['lost answer', 'LOST-1'],
    ['proxy busy', 'BUSY-1'],
    ['rate limited', 'RATE-1'],
    ['token ended', 'TOKEN-1'],
  ] as const) {
    test(`X4: after "${fault}" the same bytes go again under the same key, and are written once`, async () => {
      faults = [fault];
      const { id } = await client.createPatient(ann(externalId), { id: true });
      assert.match(id, /^pat_/);
      assert.equal(seen.length, 2);
      assert.ok((seen[0]?.key?.length ?? 0) > 20);
      assert.deepEqual([seen[1]?.key, seen[1]?.body], [seen[0]?.key, seen[0]?.body]);
      assert.equal(await countOf(externalId), 1);
    });
  }

  test('X4: who has lost every answer calls again with the key of the error, and it is written once', async () => {
    faults = ['lost answer', 'lost answer', 'lost answer'];
    const error = await errorOf(client.createPatient(ann('LOST-2'), { id: true }));
    assert.deepEqual([error.code, error.mayHaveHappened], ['OFFLINE', true]);
    const key = error.detail.idempotencyKey;
    assert.equal(key, seen[0]?.key);
    await client.createPatient(ann('LOST-2'), { id: true }, { key });
    assert.equal(await countOf('LOST-2'), 1);
  });

  test('X4: two calls are two writes; a key that was used for another one is refused', async () => {
    await client.createPatient(ann('TWICE-1'), { id: true }, { key: 'client-test-1' });
    await client.createPatient(ann('TWICE-2'), { id: true });
    assert.notEqual(seen[0]?.key, seen[1]?.key);
    const error = await errorOf(client.createPatient(ann('TWICE-3'), { id: true }, { key: 'client-test-1' }));
    assert.deepEqual([error.kind, error.code], ['api', 'IDEMPOTENCY_KEY_REUSED']);
  });

  test('a read carries no key', async () => {
    await client.me({ id: true });
    assert.equal(seen[0]?.key, null);
  });
});

describe('createClient: errors', () => {
  test('a refusal has its code and the fields to mend, and is not repeated', async () => {
    const error = await errorOf(
      client.createPatient({ input: { ...ann('BAD-1').input, phone: '12' } }, { id: true }),
    );
    assert.deepEqual([error.kind, error.code, error.mayHaveHappened], ['api', 'INVALID_INPUT', false]);
    assert.equal(error.detail.fields?.[0]?.path, 'phone');
    assert.equal(seen.length, 1);
  });

  test('a Retry-After that is longer than was agreed is told', async () => {
    const hasty: Client = createClient({ apiUrl, machine, retryAfterMaxSeconds: 0 });
    faults = ['rate limited'];
    const error = await errorOf(hasty.me({ id: true }));
    assert.deepEqual([error.code, error.detail.retryAfterSeconds, seen.length], ['RATE_LIMITED', 1, 1]);
  });

  test('a call that is given up ends as an AbortError, also while it waits for another try', async () => {
    const given = new AbortController();
    faults = ['proxy busy'];
    const call = client.me({ id: true }, { signal: given.signal });
    while (seen.length === 0) await new Promise((resolve) => setImmediate(resolve));
    given.abort();
    await assert.rejects(call, (error) => isAbort(error));
    assert.equal(seen.length, 1);
  });

  test('an address without a service, and a secret that is wrong, are told apart', async () => {
    const nowhere = createClient({ apiUrl: `${apiUrl}/nowhere`, machine });
    assert.equal((await errorOf(nowhere.me({ id: true }))).code, 'CONFIGURATION');
    const stranger = createClient({ apiUrl, machine: { ...machine, clientSecret: 'wrong' } });
    const error = await errorOf(stranger.me({ id: true }));
    assert.deepEqual([error.kind, error.code], ['session', 'SIGN_IN_REFUSED']);
    assert.doesNotMatch(error.message, /wrong/);
  });
});

describe('createClient: tokens', () => {
  test('one is asked for, however many calls wait for it, and bound to a key', async () => {
    const fresh = createClient({ apiUrl, machine });
    const before = tokensAsked;
    await Promise.all(Array.from({ length: 5 }, () => fresh.me({ id: true })));
    assert.equal(tokensAsked - before, 1);
    assert.match(seen[0]?.authorization ?? '', /^DPoP /);
  });

  test('one that the service does not take is replaced once; a second refusal ends the call', async () => {
    const before = tokensAsked;
    faults = ['token ended', 'token ended'];
    const error = await errorOf(client.me({ id: true }));
    assert.deepEqual([error.kind, error.code, seen.length], ['session', 'SIGNED_OUT', 2]);
    assert.equal((await client.me({ id: true })).id, machine.clientId);
    assert.equal(tokensAsked - before, 2);
  });

  test('a given token is sent as it is; its owner hears of a refusal and can give another', async () => {
    const token = await machineToken();
    const given = createClient({ apiUrl, token });
    assert.equal((await given.me({ id: true })).id, machine.clientId);
    assert.equal(seen[0]?.authorization, `Bearer ${token}`);

    const refusals: (string | undefined)[] = [];
    const owned = createClient({
      apiUrl,
      token: (refused) => {
        refusals.push(refused);
        return refused === undefined ? 'not-a-token' : token;
      },
    });
    assert.equal((await owned.me({ id: true })).id, machine.clientId);
    assert.deepEqual(refusals, [undefined, 'not-a-token']);

    const dead = createClient({ apiUrl, token: 'not-a-token' });
    assert.equal((await errorOf(dead.me({ id: true }))).code, 'SIGNED_OUT');
  });
});

describe('beginSignIn', () => {
  const redirectUri = `${apiUrl}/callback`;
  const request = {
    apiUrl,
    clientId: 'app_0C11N1C0PAGE00000000000000',
    redirectUri,
    scopes: ['read:patient', 'read:order'],
  };
  const person = users.find(({ role }) => role === 'prescriber') ?? assert.fail('nobody prescribes');
  const through = async (address: string): Promise<string> => {
    const browser = new CookieBrowser(apiUrl);
    const { email, password } = person;
    return (await browser.submit(await browser.get(address), 'password', { email, password })).url;
  };

  test('a person signs in through a browser, and the token is refreshed one at a time', async () => {
    const signIn = await beginSignIn(request);
    const { accessToken, token, expiresInSeconds } = await signIn.finish(await through(signIn.url));
    const theirs = createClient({ apiUrl, token });
    const me = await theirs.me({ email: true, scopes: true });
    assert.equal(me.email, person.email);
    assert.ok(expiresInSeconds > 60 && me.scopes.includes('read:order'));
    assert.equal(seen[0]?.authorization, `Bearer ${accessToken}`);

    faults = ['token ended', 'token ended', 'token ended'];
    const before = tokensAsked;
    await Promise.all([1, 2, 3].map(() => theirs.me({ id: true })));
    assert.equal(tokensAsked - before, 1);
    assert.notEqual(seen.at(-1)?.authorization, `Bearer ${accessToken}`);
  });

  test('the answer to another sign-in is refused', async () => {
    const mine = await beginSignIn(request);
    const other = await beginSignIn(request);
    const error = await errorOf(mine.finish(await through(other.url)));
    assert.deepEqual([error.kind, error.code], ['session', 'SIGN_IN_REFUSED']);
  });

  test('a person who gives it up has canceled it', async () => {
    const { url, finish } = await beginSignIn(request);
    const state = new URL(url).searchParams.get('state') ?? '';
    const end = new URL(redirectUri);
    end.search = new URLSearchParams({ error: 'access_denied', state, iss: `${apiUrl}/oidc` }).toString();
    assert.equal((await errorOf(finish(end.href))).code, 'SIGN_IN_CANCELED');
  });
});

async function machineToken(): Promise<string> {
  const secret = Buffer.from(`${machine.clientId}:${machine.clientSecret}`).toString('base64');
  const answer = await network(`${apiUrl}/oidc/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${secret}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope: machine.scopes.join(' ') }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
