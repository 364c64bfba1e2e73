// Attacks that come all at once, on two nodes of one store: each test is named by the defect that it would show.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { CookieBrowser, PageAnswer } from '@pestle/testbed/browser/cookie-browser';
import { authorizationUrl } from '@pestle/testbed/identity/code-flow';
import type { IdentityTestbed, Person } from '@pestle/testbed/identity/identity-testbed';
import { openIdentityTestbed, PASSWORD } from '@pestle/testbed/identity/identity-testbed';
import { smallAuthenticator } from '@pestle/testbed/identity/small-authenticator';
import { TOTP } from 'otpauth';
import { Failure } from '../../kernel/errors.ts';
import { createAccountActions } from '../account-pages/account-actions.ts';
import type { Account } from '../accounts/accounts.ts';
import { findAccountByEmail } from '../accounts/accounts.ts';
import { findLink, makeLink } from '../accounts/links.ts';
import type { IdentityKey } from '../identity-key.ts';
import { createIdentityKey } from '../identity-key.ts';
import { TRY_LIMITS } from '../limits.ts';
import { ACR } from '../provider/policy.ts';
import { passkeySite, selectPasskeys } from '../second-factor/passkeys.ts';
import { replaceRecoveryCodes } from '../second-factor/recovery-codes.ts';
import type { FactorFlow } from '../sign-in/factor-flow.ts';
import { createFactorFlow } from '../sign-in/factor-flow.ts';
import type { SignIn } from '../sign-in/flow.ts';
import { createFlow } from '../sign-in/flow.ts';

let testbed: IdentityTestbed;
let key: IdentityKey;
before(async () => {
  // A name, because there are no passkeys for IP addresses.
  testbed = await openIdentityTestbed({}, undefined, 'localhost');
  key = createIdentityKey(testbed.identityKey, testbed.ports);
});
after(async () => {
  await testbed.close();
  assert.deepEqual(testbed.errors, []);
});

/** What each of `count` calls answered, all made at the same moment, every other one to the second node. */
async function atOnce<Node, T>(
  count: number,
  nodes: readonly [Node, Node],
  call: (node: Node, index: number) => Promise<T>,
): Promise<T[]> {
  return await Promise.all(
    Array.from({ length: count }, (_, index) => call(nodes[index % 2 === 0 ? 0 : 1], index)),
  );
}

const ofKind = (answers: readonly { readonly kind: string }[], kind: string): number =>
  answers.filter((answer) => answer.kind === kind).length;

const accountOf = async (person: Person): Promise<Account> => {
  const account = await testbed.store.asDoor((tx) => findAccountByEmail(tx, person.email));
  assert.ok(account !== undefined);
  return account;
};

test('of 500 passwords at once more than ten are compared', async () => {
  const flow = () =>
    createFlow({
      ...testbed,
      key,
      sendMail: null,
      isBreached: async () => false,
      onError: (error) => testbed.errors.push(error),
    });
  const nodes = [flow(), flow()] as const;
  const origin = { address: '198.51.100.1', requestId: 'r' };
  const signIn = { clientId: testbed.publicApp, homeOrganizationId: null, origin } as unknown as SignIn;
  const from = { address: origin.address, device: null };
  const answers = await atOnce(500, nodes, (node, index) =>
    node.provePassword(signIn, { email: testbed.staff.email, password: `guess number ${index}` }, from),
  );
  assert.equal(ofKind(answers, 'wrong'), TRY_LIMITS.accountAtAddress.tries);
  assert.equal(ofKind(answers, 'slow-down'), 500 - TRY_LIMITS.accountAtAddress.tries);
  // Their wrong tries lock nobody out.
  const right = { email: testbed.staff.email, password: PASSWORD };
  const elsewhere = { address: '198.51.100.2', device: null };
  assert.equal((await nodes[0].provePassword(signIn, right, elsewhere)).kind, 'proved');
  for (const node of nodes) await node.settle();
});

const factorNode = (): FactorFlow =>
  createFactorFlow({ ...testbed, key, site: passkeySite(testbed.baseUrl) });

describe('the second factor', () => {
  test('of 500 guesses at once more than eight are compared', async () => {
    const { id } = await accountOf(testbed.staff);
    const answers = await atOnce(500, [factorNode(), factorNode()], (one, index) =>
      one.proveCode(id, String(100_000 + index), null),
    );
    assert.equal(ofKind(answers, 'wrong'), TRY_LIMITS.secondFactor.tries);
  });

  test('one code of the app, or one on paper, used several times at once lets in twice', async () => {
    const account = await accountOf(testbed.admin);
    const nodes = [factorNode(), factorNode()] as const;
    const { secret } = await nodes[0].beginTotp(account);
    const code = (): string => new TOTP({ secret }).generate({ timestamp: testbed.ports.clock.now() });
    assert.equal((await nodes[0].confirmTotp(account.id, code())).kind, 'enrolled');
    testbed.ports.clock.aheadMs += 30_000;
    const shown = code();
    const byApp = await atOnce(6, nodes, (one) => one.proveCode(account.id, shown, 'device'));
    assert.equal(ofKind(byApp, 'proved'), 1);
    const [paper = ''] = await testbed.store.asDoor((tx) =>
      replaceRecoveryCodes(tx, { ...testbed, key }, account.id),
    );
    const byPaper = await atOnce(6, nodes, (one) => one.proveCode(account.id, paper, 'another device'));
    assert.equal(ofKind(byPaper, 'proved'), 1);
    testbed.ports.clock.aheadMs = 0;
  });
});

describe('a passkey', () => {
  const optionsOn = (page: PageAnswer): { challenge: string } =>
    JSON.parse((/data-options="([^"]*)"/.exec(page.text)?.[1] ?? '').replaceAll('&quot;', '"')) as {
      challenge: string;
    };
  const withPassword = async (browser: CookieBrowser): Promise<PageAnswer> =>
    await browser.submit(
      await browser.get(authorizationUrl(testbed, { acr_values: ACR.secondFactor }).url),
      'password',
      { email: testbed.prescriber.email, password: PASSWORD },
    );
  /** What the page answered to each of several posts of the same answer of the browser, before anything that follows. */
  const postAtOnce = async (browser: CookieBrowser, page: PageAnswer, step: string, response: object) => {
    const csrf = /name="csrf" value="([^"]*)"/.exec(page.text)?.[1] ?? '';
    const cookie = browser.cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
    return await Promise.all(
      Array.from({ length: 6 }, async () => {
        const answer = await fetch(page.url, {
          method: 'POST',
          redirect: 'manual',
          headers: { cookie },
          body: new URLSearchParams({ csrf, step, response: JSON.stringify(response) }),
        });
        return { status: answer.status, text: await answer.text() };
      }),
    );
  };

  test('one registration posted several times at once is taken twice; one answer lets in twice', async () => {
    const authenticator = smallAuthenticator(testbed.baseUrl);
    const browser = testbed.browser();
    const enrol = await withPassword(browser);
    const made = await postAtOnce(browser, enrol, 'enrol', authenticator.register(optionsOn(enrol)));
    assert.equal(made.filter(({ text }) => text.includes('Keep these recovery codes')).length, 1);
    const account = await accountOf(testbed.prescriber);
    assert.equal((await testbed.store.asDoor((tx) => selectPasskeys(tx, account.id))).length, 1);

    const other = testbed.browser();
    const asked = await withPassword(other);
    const proof = authenticator.prove(optionsOn(asked));
    const proved = await postAtOnce(other, asked, 'second-factor', proof);
    assert.equal(proved.filter(({ status }) => status === 303).length, 1);
  });
});

describe('choosing a password', () => {
  const node = (ports = testbed.ports) =>
    createAccountActions({
      ...testbed,
      ports,
      key,
      sendMail: null,
      isBreached: async () => false,
      requireSecondFactor: false,
      forgetActors: () => undefined,
      onError: (error) => testbed.errors.push(error),
    });
  const from = { address: '198.51.100.3', requestId: 'r' };

  test('a session guesses the current password without end', async () => {
    const account = await accountOf(testbed.staff);
    const nodes = [node().from(from), node().from(from)] as const;
    const answers = await atOnce(50, nodes, (one, index) =>
      one.changePassword(account, `guess number ${index}`, 'a new good pass phrase'),
    );
    assert.equal(ofKind(answers, 'wrong'), TRY_LIMITS.currentPassword.tries);
    assert.equal(ofKind(answers, 'slow-down'), 50 - TRY_LIMITS.currentPassword.tries);
  });

  test('one link used several times at once sets several passwords', async () => {
    const account = await accountOf(testbed.stranger);
    const token = await testbed.store.asDoor((tx) =>
      makeLink(tx, { ...testbed, key }, account.id, 'password'),
    );
    const nodes = [node().from(from), node().from(from)] as const;
    const answers = await atOnce(5, nodes, (one, index) =>
      one.choosePassword(token, `number ${index} of five pass phrases`),
    );
    assert.deepEqual([ofKind(answers, 'changed'), ofKind(answers, 'wrong')], [1, 4]);
  });

  test('a link is used up while too many passwords are hashed', async () => {
    const account = await accountOf(testbed.staff);
    const token = await testbed.store.asDoor((tx) =>
      makeLink(tx, { ...testbed, key }, account.id, 'password'),
    );
    const busy = (): never => {
      throw new Failure('UNAVAILABLE', 'too many');
    };
    const crowded = node({ ...testbed.ports, random: { bytes: busy } }).from(from);
    await assert.rejects(crowded.choosePassword(token, 'a new good pass phrase'), { code: 'UNAVAILABLE' });
    assert.ok((await testbed.store.asDoor((tx) => findLink(tx, { ...testbed, key }, token))) !== undefined);
    assert.equal((await node().from(from).choosePassword(token, 'a new good pass phrase')).kind, 'changed');
  });
});

test('a form of a sign-in that is posted 40 times at once compares more than ten passwords', async () => {
  const browser: CookieBrowser = testbed.browser();
  const page = await browser.get(authorizationUrl(testbed).url);
  const statuses = await Promise.all(
    Array.from({ length: 40 }, async () => {
      const fields = { email: 'nobody@nowhere.example', password: 'wrong wrong' };
      return (await browser.submit(page, 'password', fields)).status;
    }),
  );
  assert.equal(statuses.filter((status) => status === 401).length, TRY_LIMITS.accountAtAddress.tries);
  assert.equal(statuses.filter((status) => status === 429).length, 30);
});
