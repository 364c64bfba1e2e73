// A person's sessions: listed, ended one by one, and ended by themselves when nobody works in them; on both stores.
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import type { CookieBrowser, PageAnswer } from '@pestle/testbed/browser/cookie-browser';
import type { FlowTokens } from '@pestle/testbed/identity/code-flow';
import { codeFlow } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed, Person } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';
import { BOTH_STORES, type OpenedStore } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { browserNames, browserOf } from './browser-name.ts';
import { endIdleSessions } from './browser-sessions.ts';

const MINUTE = 60_000;

for (const kind of BOTH_STORES)
  describe(`sessions on the ${kind.name}`, { skip: kind.skip }, () => {
    let opened: OpenedStore;
    let testbed: IdentityTestbed;
    before(async () => {
      opened = await kind.open();
      testbed = await openIdentityTestbed({}, opened.store);
      await opened.store.asKeeper((tx) =>
        sql`update organization set settings = settings || '{"sessionIdleMinutes": 5}'::jsonb
          where org_id = ${testbed.riverside}`.execute(tx),
      );
    });
    afterEach(() => {
      testbed.ports.clock.aheadMs = 0;
    });
    after(async () => {
      await testbed.close();
      await opened.close();
      assert.deepEqual(testbed.errors, []);
    });

    const authenticate = ({ access_token }: FlowTokens, url = '/graphql') =>
      testbed.identity.authenticate({
        headers: { authorization: `Bearer ${access_token}` },
        method: 'POST',
        url,
      });
    const isOut = (tokens: FlowTokens) => assert.rejects(authenticate(tokens), { code: 'UNAUTHENTICATED' });

    const refresh = async (tokens: FlowTokens): Promise<number> =>
      (
        await fetch(`${testbed.identity.issuer}/token`, {
          method: 'POST',
          body: new URLSearchParams({
            client_id: testbed.publicApp,
            grant_type: 'refresh_token',
            refresh_token: tokens.refresh_token ?? '',
          }),
        })
      ).status;

    /** The account page, in a browser that has proved everything a moment ago. */
    async function account(browser: CookieBrowser, person: Person): Promise<PageAnswer> {
      const page = await browser.get('/account');
      return page.text.includes('name="password"') && page.text.includes('name="email"')
        ? await browser.submit(page, 'password', { email: person.email, password: PASSWORD })
        : page;
    }

    const idsOn = (page: PageAnswer): string[] =>
      [...page.text.matchAll(/name="id" value="([\w-]+)"/g)].map(([, id = '']) => id);

    test('the page lists each browser with its family, and marks the one that asks; one and all others can be ended', async () => {
      const here = testbed.browser();
      const there = testbed.browser();
      const elsewhere = testbed.browser();
      const [mine, other, third] = [
        await codeFlow(testbed, testbed.staff, { browser: here }),
        await codeFlow(testbed, testbed.staff, { browser: there }),
        await codeFlow(testbed, testbed.staff, { browser: elsewhere }),
      ];
      const page = await account(here, testbed.staff);
      assert.equal(idsOn(page).length, 3);
      assert.equal(page.text.match(/\(this one\)/g)?.length, 1);
      assert.match(page.text, /Riverside Family Medicine/);
      const own = idsOn(await account(there, testbed.staff)).find((id, index, all) => {
        const before = page.text.slice(0, page.text.indexOf(id));
        return !before.slice(before.lastIndexOf('<li>')).includes('(this one)') && all.indexOf(id) === index;
      });
      const ended = await here.submit(page, 'end-session', { id: own ?? '' });
      assert.match(ended.text, /That sign-in was ended/);
      const open = await Promise.all(
        [mine, other, third].map((tokens) =>
          authenticate(tokens).then(
            () => 1,
            () => 0,
          ),
        ),
      );
      assert.equal(open[0], 1, 'this one goes on');
      assert.equal(
        open.reduce((sum, one) => sum + one, 0),
        2,
      );
      // The same form once more: it has ended, and nothing else does.
      assert.match((await here.submit(page, 'end-session', { id: own ?? '' })).text, /had ended already/);
      await here.submit(await account(here, testbed.staff), 'end-others');
      await authenticate(mine);
      await isOut(other);
      await isOut(third);
      assert.equal(await refresh(other), 400);
      assert.equal(await refresh(mine), 200);
    });

    test('somebody else’s session is not ended by its name', async () => {
      const victim = await codeFlow(testbed, testbed.prescriber);
      const { rows } = await opened.store.asDoor((tx) =>
        sql<{
          uid: string;
        }>`select uid from browser_session where user_id = ${testbed.prescriber.id}`.execute(tx),
      );
      const browser = testbed.browser();
      const page = await account(browser, testbed.admin);
      for (const { uid } of rows) {
        const answer = await browser.submit(page, 'end-session', { id: uid });
        assert.match(answer.text, /had ended already/);
      }
      await authenticate(victim);
    });

    test('a session that nobody uses ends, with what was given in it, and a clock that goes back does not bring it back', async () => {
      const tokens = await codeFlow(testbed, testbed.staff);
      testbed.ports.clock.aheadMs = 4 * MINUTE;
      await authenticate(tokens);
      testbed.ports.clock.aheadMs = 8 * MINUTE;
      await authenticate(tokens);
      testbed.ports.clock.aheadMs = 14 * MINUTE;
      assert.equal(await refresh(tokens), 400);
      testbed.ports.clock.aheadMs = 0;
      await isOut(tokens);
      assert.equal(await refresh(tokens), 400);
    });

    test('what a page asks by itself does not keep a session alive', async () => {
      const tokens = await codeFlow(testbed, testbed.staff);
      testbed.ports.clock.aheadMs = 4 * MINUTE;
      await authenticate(tokens, '/graphql?unattended');
      await authenticate(tokens, '/v1/live');
      testbed.ports.clock.aheadMs = 6 * MINUTE;
      await isOut(tokens);
    });

    test('housekeeping ends what is idle and nothing else; the time is the organization’s own', async () => {
      const idle = await codeFlow(testbed, testbed.staff);
      const foreign = await codeFlow(testbed, testbed.stranger, { clientId: testbed.hillsideApp });
      testbed.ports.clock.aheadMs = 6 * MINUTE;
      assert.ok((await endIdleSessions(testbed)) >= 1);
      await isOut(idle);
      await authenticate(foreign);
      testbed.ports.clock.aheadMs = 67 * MINUTE;
      assert.ok((await endIdleSessions(testbed)) >= 1);
      testbed.ports.clock.aheadMs = 0;
      await isOut(foreign);
    });

    test('a browser whose session has ended by itself is asked to sign in', async () => {
      const browser = testbed.browser();
      await codeFlow(testbed, testbed.staff, { browser });
      testbed.ports.clock.aheadMs = 6 * MINUTE;
      assert.match((await browser.get('/account')).text, /name="password"/);
    });
  });

test('a browser is named by family and system, and by nothing else', () => {
  const chrome =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
  assert.equal(browserOf(chrome), 'chrome windows');
  assert.equal(browserOf(`${chrome} Edg/142.0.0.0`), 'edge windows');
  const iphone =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
  assert.equal(browserOf(iphone), 'safari ios');
  assert.equal(
    browserOf('Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'),
    'firefox linux',
  );
  for (const strange of [undefined, '', 'curl/8', '<script>', 'x'.repeat(100_000)])
    assert.equal(browserOf(strange), 'other other');
  assert.deepEqual(browserNames('firefox linux'), { family: 'Firefox', system: 'Linux' });
  assert.deepEqual(browserNames('other other'), { family: null, system: null });
});
