// Goal: operators make, use and end their tokens and help users on pages; nobody else does, and nothing is shown twice.
// Method: the real provider, console and rooms over HTTP; a small API that answers who asks.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CookieBrowser } from '@pestle/testbed/browser/cookie-browser';
import { formsOf } from '@pestle/testbed/browser/cookie-browser';
import type { ConsoleTestbed, PersonWithApp } from '@pestle/testbed/console/console-testbed';
import { openConsoleTestbed } from '@pestle/testbed/console/console-testbed';
import { sql } from 'kysely';
import { organizationPeople } from '../identity/inside.ts';
import { systemPorts } from '../kernel/ports.ts';
import { createOrganizationAdministration } from '../organization/organization.ts';
import { sessionSection, tokenSection, userSection } from './console.ts';

let testbed: ConsoleTestbed;
let browser: CookieBrowser;
before(async () => {
  testbed = await openConsoleTestbed({
    sections: ({ identity, store, ports }) => [
      userSection({
        users: identity.administration,
        organizations: createOrganizationAdministration({ store, ports: systemPorts, ...organizationPeople }),
      }),
      sessionSection({ operators: identity.operators, accountUrl: 'https://service.example/account' }),
      tokenSection({ tokens: identity.operators.tokens, ports, apiUrl: 'https://operators.example/graphql' }),
    ],
    api: () => (operatorOf) => async (app) => {
      app.post('/graphql', async (request) => ({ by: (await operatorOf(request)).by }));
    },
  });
  browser = testbed.console();
  await testbed.signIn(browser, testbed.operator);
});
after(async () => {
  await testbed.close();
  assert.deepEqual(testbed.errors, []);
});

interface Asked {
  readonly status: number;
  readonly by?: string;
  readonly code?: string;
}

async function ask(headers: Readonly<Record<string, string>>): Promise<Asked> {
  const answer = await fetch(`${testbed.consoleUrl}/graphql`, { method: 'POST', headers });
  return { status: answer.status, ...((await answer.json()) as object) };
}

const withToken = (token: string) => ask({ authorization: `Bearer ${token}` });

/** Makes a token on the page; the form, to send it again. */
async function makeToken(as: CookieBrowser, fields: Readonly<Record<string, string>> = {}) {
  const page = await as.get('/tokens');
  const hidden = formsOf(page.text).find(({ action }) => action === '/tokens')?.fields ?? {};
  const sent: Record<string, string> = { ...hidden, name: 'nightly report', days: '30', ...fields };
  const answer = await as.post(`${testbed.consoleUrl}/tokens`, sent);
  return { answer, sent, token: />(pestle_operator_[\w-]{43})</.exec(answer.text)?.[1] ?? '' };
}

const acts = async (action: string): Promise<readonly string[]> => {
  const { rows } = await testbed.store.asKeeper((tx) =>
    sql<{ operator: string }>`select operator from network_audit_entry where action = ${action}`.execute(tx),
  );
  return rows.map(({ operator }) => operator);
};

describe('where an operator is signed in', () => {
  const endsIn = (text: string): readonly string[] =>
    formsOf(text).flatMap(({ action }) => (/^\/sessions\/[^/]+\/end$/.test(action) ? [action] : []));

  /** Its cookies open the console by themselves, without a way through the sign-in. */
  const holds = async ({ cookies }: CookieBrowser): Promise<boolean> => {
    const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const answer = await fetch(`${testbed.consoleUrl}/sessions`, { redirect: 'manual', headers: { cookie } });
    await answer.body?.cancel();
    return answer.status === 200;
  };

  test('each session is listed, another one is ended from here, and holds no more', async () => {
    const other = testbed.console();
    await testbed.signIn(other, testbed.operator);
    const page = await browser.get('/sessions');
    assert.match(page.text, /this browser/);
    assert.doesNotMatch(endsIn(page.text).join(), /"/);
    const [end = ''] = endsIn(page.text).filter((action) => !action.includes('others'));
    assert.ok(await holds(other));
    assert.match((await testbed.send(browser, page, end)).text, /It was ended/);
    assert.equal(await holds(other), false);
    assert.ok(await holds(browser));
    assert.equal((await acts('operator.sign-out')).length, 1);
    // The same form once more ends nothing else.
    await testbed.send(browser, page, end);
    assert.equal((await acts('operator.sign-out')).length, 1);
  });

  test('all but this one are ended at once', async () => {
    const others = [testbed.console(), testbed.console()];
    for (const one of others) await testbed.signIn(one, testbed.operator);
    const page = await browser.get('/sessions');
    await testbed.send(browser, page, '/sessions/others/end');
    for (const one of others) assert.equal(await holds(one), false);
    assert.ok(await holds(browser));
  });

  test('a session of another operator is not there, and its name ends nothing', async () => {
    const { rows } = await testbed.store.asDoor((tx) =>
      sql<{
        secret_hash: string;
      }>`select secret_hash from operator_session where user_id = ${testbed.operator.id}`.execute(tx),
    );
    const nobodys = 'x'.repeat(64);
    const page = await browser.get('/sessions');
    const form = formsOf(page.text)[0]?.fields ?? {};
    await browser.post(`${testbed.consoleUrl}/sessions/${nobodys}/end`, form);
    assert.ok(await holds(browser));
    assert.ok(rows.length > 0);
    // Without the page's own proof nothing is ended, whatever is named.
    const refused = await browser.post(
      `${testbed.consoleUrl}/sessions/${rows[0]?.secret_hash ?? ''}/end`,
      {},
    );
    assert.equal(refused.status, 403);
    assert.ok(await holds(browser));
  });
});

describe('A2: personal tokens', () => {
  test('a token is shown once, acts as its maker, and is in the list without its value', async () => {
    const { token, answer, sent } = await makeToken(browser);
    assert.equal(answer.status, 200);
    const by = `Olga Number1 (${testbed.operator.id})`;
    assert.deepEqual(await withToken(token), { status: 200, by });
    const again = await browser.post(`${testbed.consoleUrl}/tokens`, sent);
    assert.match(again.text, /made already/);
    const list = (await browser.get('/tokens')).text;
    assert.doesNotMatch(list + again.text, /pestle_operator_/);
    assert.equal(list.split('<th scope="row">nightly report</th>').length, 2, 'one row');
    assert.deepEqual(await acts('operator.make-token'), [by]);
    const { rows } = await testbed.store.asDoor((tx) =>
      sql<{ text: string }>`select operator_token::text as text from operator_token`.execute(tx),
    );
    assert.ok(!rows.some(({ text }) => text.includes(token)));
  });

  test('one that was ended, has expired, or is none is refused, each in its own words', async () => {
    const { token, sent } = await makeToken(browser, { name: 'to be ended' });
    const page = await browser.get(`/tokens/${sent['id']}/end`);
    assert.match(page.text, /Every call with the token “to be ended” is refused/);
    assert.match(
      (await testbed.send(browser, page, `/tokens/${sent['id']}/end`)).text,
      /The token was ended/,
    );
    assert.equal((await withToken(token)).code, 'UNAUTHENTICATED');
    assert.equal((await acts('operator.end-token')).length, 1);
    const { token: short } = await makeToken(browser, { days: '1' });
    assert.equal((await withToken(short)).status, 200);
    testbed.ports.clock.aheadMs += 86_400_000;
    assert.equal((await withToken(short)).code, 'TOKEN_EXPIRED');
    testbed.ports.clock.aheadMs -= 86_400_000;
    assert.equal((await ask({})).code, 'UNAUTHENTICATED');
    assert.equal((await ask({ authorization: 'Basic abc' })).code, 'UNAUTHENTICATED');
  });

  test('wrong ones are counted by address, and keep no right one out', async () => {
    const { token } = await makeToken(browser);
    const wrong = await Promise.all(Array.from({ length: 25 }, () => withToken('pestle_operator_wrong')));
    assert.ok(wrong.every(({ code }) => code === 'UNAUTHENTICATED' || code === 'RATE_LIMITED'));
    assert.equal((await withToken('pestle_operator_wrong')).code, 'RATE_LIMITED');
    assert.equal((await withToken(token)).status, 200);
  });

  test('what is not a name or an end is refused at the form, with what was written', async () => {
    for (const days of ['0', '91', '1.5', 'x', '']) {
      const { answer } = await makeToken(browser, { name: 'kept', days });
      assert.deepEqual([answer.status, answer.text.includes('value="kept"')], [422, true], days);
    }
  });

  test('the session answers for the API on pages of the console only', async () => {
    const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    assert.equal((await ask({ cookie, origin: testbed.consoleUrl })).status, 200);
    assert.equal((await ask({ cookie, 'sec-fetch-site': 'same-origin' })).status, 200);
    for (const headers of [
      { cookie },
      { cookie, origin: testbed.baseUrl },
      { cookie, 'sec-fetch-site': 'same-site' },
    ])
      assert.equal((await ask(headers)).code, 'UNAUTHENTICATED');
  });

  test('another operator neither sees nor ends it, and it ends for good with the access of its maker', async () => {
    const maker = await testbed.person(['staff', 'operator']);
    const own = testbed.console();
    await testbed.signIn(own, maker);
    const { token, sent } = await makeToken(own, { name: 'mine alone' });
    assert.doesNotMatch((await browser.get('/tokens')).text, /mine alone/);
    assert.equal((await browser.get(`/tokens/${sent['id']}/end`)).status, 404);
    const act = { organizationId: testbed.riverside, userId: maker.id, by: 'Test' };
    assert.equal((await withToken(token)).status, 200);
    await testbed.identity.administration.setOperator({ ...act, operator: false });
    assert.equal((await withToken(token)).code, 'UNAUTHENTICATED');
    await testbed.identity.administration.setOperator({ ...act, operator: true });
    assert.equal((await withToken(token)).code, 'UNAUTHENTICATED');
  });
});

describe('users', () => {
  const address = (person: PersonWithApp) => `/users/${testbed.riverside}/${person.id}`;

  test('an operator finds an organization, invites a person, and sees the link once', async () => {
    const found = await browser.get('/users?q=riverside');
    assert.match(found.text, new RegExp(`href="/users/${testbed.riverside}">Riverside Family Medicine<`));
    assert.doesNotMatch(found.text, /Hillside/);
    const path = `/users/${testbed.riverside}/invite`;
    const form = await browser.get(path);
    const refused = await testbed.send(browser, form, path, {
      firstName: 'Ann',
      lastName: 'Lee',
      email: 'ann',
      role: 'staff',
    });
    assert.deepEqual([refused.status, /not an e-mail address/.test(refused.text)], [422, true]);
    const fields = { firstName: 'Ann', lastName: 'Lee', email: 'ann@clinic.example', role: 'staff' };
    const invited = await testbed.send(browser, form, path, fields);
    assert.match(invited.text, /\/account\/password\/[\w-]{43}</);
    const list = await browser.get(`/users/${testbed.riverside}`);
    assert.match(list.text, /ann@clinic\.example/);
    assert.doesNotMatch(list.text, /account\/password/);
  });

  test('A2: no form makes an operator', async () => {
    const path = `/users/${testbed.riverside}/invite`;
    const form = await browser.get(path);
    assert.doesNotMatch(form.text, /value="operator"/);
    const fields = { firstName: 'Eve', lastName: 'Lee', email: 'eve@clinic.example', role: 'operator' };
    assert.equal((await testbed.send(browser, form, path, fields)).status, 422);
  });

  test('a sign-in is recovered, a user deactivated and reactivated, each after a page that says what it does', async () => {
    const person = await testbed.person(['staff']);
    const here = address(person);
    const ask = await browser.get(`${here}/recover`);
    assert.match(ask.text, /Ends the password of Olga/);
    const recovered = await testbed.send(browser, ask, `${here}/recover`);
    assert.match(recovered.text, /\/account\/password\/[\w-]{43}</);
    const out = await testbed.send(browser, await browser.get(`${here}/deactivate`), `${here}/deactivate`);
    assert.match(out.text, /The user was deactivated/);
    const form = await browser.get(`${here}/reactivate`);
    assert.match((await testbed.send(browser, form, `${here}/reactivate`)).text, /The user was reactivated/);
    assert.match((await testbed.send(browser, form, `${here}/reactivate`)).text, /so already/);
    const { rows } = await testbed.store.withOrg(testbed.riverside, (tx) =>
      sql<{ action: string; actor_id: string }>`select action, actor_id from audit_entry
        where subject_id = ${person.id} order by at`.execute(tx),
    );
    assert.deepEqual(
      rows.map(({ action }) => action),
      ['user.recover', 'user.deactivate', 'user.reactivate'],
    );
    assert.ok(rows.every(({ actor_id: id }) => id === `Olga Number1 (${testbed.operator.id})`));
  });

  test('a user of another organization is not found by this one’s address', async () => {
    const wrong = `/users/${testbed.riverside}/${testbed.stranger.id}`;
    for (const path of [wrong, `${wrong}/recover`, `${wrong}/deactivate`, '/users/org_x'])
      assert.equal((await browser.get(path)).status, 404, path);
  });

  test('A2: acts that hand out access ask for a fresh proof and come back; others do not', async () => {
    const person = await testbed.person(['staff']);
    const form = await browser.get(`${address(person)}/recover`);
    const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    const hidden = formsOf(form.text).find(({ action }) => action.endsWith('/recover'))?.fields ?? {};
    const send = async (path: string, body?: URLSearchParams) => {
      const init = { headers: { cookie }, redirect: 'manual' as const };
      const method = body === undefined ? 'GET' : 'POST';
      const answer = await fetch(`${testbed.consoleUrl}${path}`, { ...init, method, ...(body && { body }) });
      return [answer.status, answer.headers.get('location')];
    };
    testbed.ports.clock.aheadMs += 16 * 60_000;
    const back = (path: string) => [303, `/sign-in?${new URLSearchParams({ to: path }).toString()}`];
    const here = address(person);
    assert.deepEqual(await send(`${here}/recover`, new URLSearchParams(hidden)), back(`${here}/recover`));
    assert.deepEqual(await send('/tokens', new URLSearchParams(hidden)), back('/tokens'));
    const invite = `/users/${testbed.riverside}/invite`;
    assert.deepEqual(await send(invite), back(invite));
    assert.deepEqual(await send(`${here}/deactivate`), [200, null]);
  });
});
