// Who lost every factor is brought back by two administrators, each with a second factor of their own: never by one, never by mail alone; on both stores.
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { CookieBrowser, PageAnswer } from '@pestle/testbed/browser/cookie-browser';
import { authorizationUrl, codeFlow } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed, Person } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';
import { BOTH_STORES, type OpenedStore } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { IDENTITY_LIMITS } from '../limits.ts';

type Role = 'prescriber' | 'staff' | 'admin';

for (const kind of BOTH_STORES)
  describe(`recovery by two administrators on the ${kind.name}`, { skip: kind.skip }, () => {
    let opened: OpenedStore;
    let testbed: IdentityTestbed;
    let one: CookieBrowser;
    let two: CookieBrowser;
    const mails: string[] = [];
    before(async () => {
      opened = await kind.open();
      testbed = await openIdentityTestbed({}, opened.store, '127.0.0.1', async ({ to, text }) => {
        mails.push(`${to} ${text}`);
      });
      one = await browserOf(await newPerson(['admin']));
      two = await browserOf(await newPerson(['admin']));
    });
    beforeEach(() => {
      testbed.ports.clock.aheadMs = 0;
    });
    after(async () => {
      await testbed.close();
      await opened.close();
      assert.deepEqual(testbed.errors, []);
    });

    async function newPerson(roles: Role[], orgId = testbed.riverside): Promise<Person> {
      const email = `${randomUUID()}@clinic.example`;
      const names = { firstName: 'Lou', lastName: 'Lost' };
      return {
        email,
        id: await testbed.identity.createUser(orgId, { email, password: PASSWORD, ...names, roles }),
      };
    }

    /** A browser in which the person has proved everything a moment ago, with a second factor. */
    async function browserOf(person: Person): Promise<CookieBrowser> {
      const browser = testbed.browser();
      const { url } = authorizationUrl(testbed, { acr_values: 'urn:pestle:acr:second-factor' });
      const page = await browser.submit(await browser.get(url), 'password', {
        email: person.email,
        password: PASSWORD,
      });
      const secret = /class="key"[^>]*>([A-Z2-7 ]+)</.exec(page.text)?.[1]?.replaceAll(' ', '') ?? '';
      const code = new TOTP({ secret }).generate({ timestamp: testbed.ports.clock.now() });
      await browser.submit(await browser.submit(page, 'enrol', { code }), 'recovery-codes');
      return browser;
    }

    const ask = async (browser: CookieBrowser, { email }: Person): Promise<PageAnswer> =>
      await browser.submit(await browser.get('/account/recovery'), 'ask', { email });

    /** The request of a person on somebody's page. */
    const idOf = (page: PageAnswer, { email }: Person): string => {
      const after = page.text.slice(page.text.indexOf(email));
      return /name="id" value="([\w-]+)"/.exec(after)?.[1] ?? '';
    };

    /** Sends the form of a request, whether the page shows it or not. */
    async function send(browser: CookieBrowser, step: string, id: string): Promise<PageAnswer> {
      const page = await browser.get('/account/recovery');
      const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
      return await browser.post('/account/recovery', { csrf, lang: 'en', step, id });
    }

    const linkOn = (page: PageAnswer): string | undefined =>
      /(http:\S+\/account\/password\/[\w-]+)/.exec(page.text)?.[1];

    const entries = async ({ id }: Person): Promise<string[]> => {
      const { rows } = await opened.store.withOrg(testbed.riverside, (tx) =>
        sql<{ action: string }>`select action from audit_entry where subject_id = ${id}
          and action like 'user.%recover%' order by at, id`.execute(tx),
      );
      return rows.map(({ action }) => action).toSorted();
    };

    test('one asks, another confirms; password, factors and sessions end, and the link begins anew, once', async () => {
      const person = await newPerson(['prescriber']);
      const browser = await browserOf(person);
      const tokens = await codeFlow(testbed, person, { browser });
      const asked = await ask(one, person);
      assert.match(asked.text, /Another administrator can confirm it/);
      const id = idOf(asked, person);
      mails.length = 0;
      const shown = await two.get('/account/recovery');
      const done = await two.submit(shown, 'confirm', { id });
      const link = linkOn(done);
      assert.ok(link !== undefined, done.text.slice(0, 2000));
      await assert.rejects(
        testbed.identity.authenticate({
          headers: { authorization: `Bearer ${tokens.access_token}` },
          method: 'POST',
          url: '/graphql',
        }),
        { code: 'UNAUTHENTICATED' },
      );
      assert.deepEqual(await entries(person), ['user.ask-recovery', 'user.recover']);
      assert.equal(mails.length, 1);
      assert.match(mails[0] ?? '', new RegExp(`^${person.email} Two administrators`));
      assert.doesNotMatch(mails[0] ?? '', /http/, 'no way in by mail alone');
      // The same form once more gives no second link.
      assert.equal(linkOn(await send(two, 'confirm', id)), undefined);
      const fresh = testbed.browser();
      const chosen = 'jovial tundra kettle 91';
      const page = await fresh.get(link);
      assert.match((await fresh.submit(page, 'choose', { chosen })).text, /Your password is set/);
      assert.equal((await fresh.get(link)).status, 410);
    });

    test('whoever asks cannot confirm, nor the person; of two that confirm at once one gets the link', async () => {
      const person = await newPerson(['admin']);
      const self = await browserOf(person);
      const third = await browserOf(await newPerson(['admin']));
      const id = idOf(await ask(one, person), person);
      assert.equal(linkOn(await send(one, 'confirm', id)), undefined);
      assert.equal(linkOn(await send(self, 'confirm', id)), undefined);
      assert.match((await ask(two, person)).text, /asked for this already/);
      const links = (await Promise.all([send(two, 'confirm', id), send(third, 'confirm', id)])).map(linkOn);
      assert.equal(links.filter((link) => link !== undefined).length, 1);
    });

    test('a request ends by itself, when it is withdrawn, and with the role of who asked', async () => {
      const [late, withdrawn, demoted] = [
        await newPerson(['staff']),
        await newPerson(['staff']),
        await newPerson(['staff']),
      ];
      const leaver = await newPerson(['admin']);
      const ids = [
        idOf(await ask(one, late), late),
        idOf(await ask(one, withdrawn), withdrawn),
        idOf(await ask(await browserOf(leaver), demoted), demoted),
      ];
      await send(two, 'withdraw', ids[1] ?? '');
      assert.equal(linkOn(await send(two, 'confirm', ids[1] ?? '')), undefined);
      assert.deepEqual(await entries(withdrawn), ['user.ask-recovery', 'user.withdraw-recovery']);
      await opened.store.withOrg(testbed.riverside, (tx) =>
        sql`update app_user set roles = array['staff'] where id = ${leaver.id}`.execute(tx),
      );
      assert.equal(linkOn(await send(two, 'confirm', ids[2] ?? '')), undefined);
      await opened.store.asDoor((tx) =>
        sql`update recovery_request set expires_at = ${new Date(testbed.ports.clock.now()).toISOString()}
          where user_id = ${late.id}`.execute(tx),
      );
      assert.equal(linkOn(await send(two, 'confirm', ids[0] ?? '')), undefined);
      assert.ok(IDENTITY_LIMITS.recoveryRequestSeconds <= 86_400);
      // Afterwards it can be asked for again.
      assert.match((await ask(one, late)).text, /can confirm it/);
    });

    test('nobody of another organization, or of two, is recovered; nor by who is no administrator or has no second factor', async () => {
      const foreign = await newPerson(['staff'], testbed.hillside);
      assert.match((await ask(one, foreign)).text, /Nobody of your organization/);
      const both = await newPerson(['staff']);
      await testbed.identity.createUser(testbed.hillside, {
        email: both.email,
        firstName: 'Lou',
        lastName: 'Lost',
        roles: ['staff'],
      });
      assert.match((await ask(one, both)).text, /another organization/);
      const staff = await browserOf(await newPerson(['staff']));
      assert.equal((await staff.get('/account/recovery')).status, 403);
      const bare = testbed.browser();
      await codeFlow(testbed, testbed.admin, { browser: bare });
      const page = await bare.get('/account/recovery');
      assert.equal(page.status, 403);
      assert.match(page.text, /Add a second factor first/);
      assert.match(page.text, /<a href="\/account">/);
      // A request of Riverside is not there for Hillside's administrators.
      const person = await newPerson(['staff']);
      const id = idOf(await ask(one, person), person);
      const hillsideAdmin = await newPerson(['admin'], testbed.hillside);
      const there = testbed.browser();
      const { url } = authorizationUrl(testbed, {
        client_id: testbed.hillsideApp,
        acr_values: 'urn:pestle:acr:second-factor',
      });
      const enrol = await there.submit(await there.get(url), 'password', {
        email: hillsideAdmin.email,
        password: PASSWORD,
      });
      const secret = /class="key"[^>]*>([A-Z2-7 ]+)</.exec(enrol.text)?.[1]?.replaceAll(' ', '') ?? '';
      const code = new TOTP({ secret }).generate({ timestamp: testbed.ports.clock.now() });
      await there.submit(await there.submit(enrol, 'enrol', { code }), 'recovery-codes');
      assert.doesNotMatch((await there.get('/account/recovery')).text, new RegExp(person.email));
      assert.equal(linkOn(await send(there, 'confirm', id)), undefined);
      assert.match((await ask(there, hillsideAdmin)).text, /This is you/);
      const only = await newPerson(['staff'], testbed.hillside);
      assert.match((await ask(there, only)).text, /no other administrator/);
    });
  });
