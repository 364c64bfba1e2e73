// Goal: no page, form or stream behind a patient's link answers or does anything for whoever has not that link and its date of birth, nor once the link has ended.
// Method: every route that the pages open is tried, so that one that is added later is tried as well, or fails here.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OrderId } from '@pestle/rules/ids';
import { followStream } from '@pestle/testbed/api/live-stream';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import {
  BIRTH,
  MAIL_PHARMACY,
  openPatientChoice,
  type Telephone,
} from '@pestle/testbed/tracking/patient-choice';
import { rowsOf } from '@pestle/testbed/tracking/rows-digest';
import { sql } from 'kysely';

const VISIT = '/p/visit/:linkId';
/** What a visit may do before its date of birth: give it, or say that the telephone is somebody else's. */
const BEFORE_BIRTH = [`POST ${VISIT}/birth`, `GET ${VISIT}/wrong-number`, `POST ${VISIT}/wrong-number`];
/** Something of the order: no answer to somebody else may hold it. */
const SHOWN = /lisinopril|Ana|Test Pharmacy/i;
/** Everything that any of the forms asks for, the pharmacy among it, so that the proof alone is missing. */
const FIELDS = { ...BIRTH, pharmacy: MAIL_PHARMACY, turn: '0', way: 'mail', place: '02108' };

describe('every route behind a patient\u2019s link', () => {
  let testbed: Awaited<ReturnType<typeof openPatientChoice>>;
  let address: string;
  before(async () => {
    testbed = await openPatientChoice();
    address = await testbed.listen();
  });
  after(() => testbed.close());

  const visitRoutes = () =>
    testbed.routes
      .filter(({ url }) => url.startsWith(VISIT))
      .map(({ method, url }) => ({ name: `${method} ${url}`, method, below: url.slice(VISIT.length) }));
  const send = (
    by: Telephone,
    visit: string,
    { method, below }: { readonly method: string; readonly below: string },
    form: Readonly<Record<string, string>> = {},
  ) => (method === 'GET' ? by.get(`${visit}${below}`) : by.post(`${visit}${below}`, { ...FIELDS, ...form }));
  const endLink = (orderId: OrderId) =>
    testbed.store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql`update patient_link set revoked_at = now() where order_id = ${orderId}`.execute(tx),
    );

  test('they are those of a link, of its visit, and files that are the same for everybody', () => {
    const rest = testbed.routes.filter(({ url }) => !url.startsWith(VISIT));
    const files = rest.filter(({ url }) => /^\/pages[./]/.test(url));
    assert.ok(files.length > 0 && files.every(({ method, url }) => method === 'GET' && !url.includes(':')));
    assert.deepEqual(
      rest.filter((one) => !files.includes(one)),
      [{ method: 'GET', url: '/p/:token' }],
    );
    const posts = visitRoutes().filter(({ method }) => method === 'POST');
    assert.ok(posts.length >= 6 && visitRoutes().length - posts.length >= 5, 'the routes were not seen');
  });

  test('nobody without the cookie, and no other patient, gets an answer from any, with whichever form', async () => {
    const [mine, other] = [await testbed.waiting(), await testbed.waiting()];
    const telephone = testbed.telephone();
    const visit = await telephone.enter(mine.token);
    const { formToken } = await telephone.get(visit);
    const stranger = testbed.telephone();
    await stranger.enter(other.token);
    const before = await rowsOf(testbed.store, TEST_ORGANIZATION);
    for (const route of visitRoutes())
      for (const who of [testbed.telephone(), stranger])
        for (const form of [{}, { form: formToken }, { form: '' }]) {
          const { status, text } = await send(who, visit, route, form);
          assert.equal(status, 403, route.name);
          assert.doesNotMatch(text, SHOWN, route.name);
        }
    assert.deepEqual(await rowsOf(testbed.store, TEST_ORGANIZATION), before);
  });

  test('before the date of birth nothing is shown or done; the form of that visit counts for it alone', async () => {
    const { token } = await testbed.waiting();
    const telephone = testbed.telephone();
    const visit = await telephone.open(token);
    const before = await rowsOf(testbed.store, TEST_ORGANIZATION);
    const { formToken } = await telephone.get(visit);
    for (const route of visitRoutes().filter(({ name }) => !BEFORE_BIRTH.includes(name))) {
      const { status, text } = await send(telephone, visit, route, { form: formToken });
      // Pages ask for the date of birth in their place; what is no page refuses.
      const asks = route.method === 'GET' && text.includes('name="year"');
      assert.ok(asks || status === 403, `${route.name}: ${status}`);
      assert.doesNotMatch(text, SHOWN, route.name);
    }
    assert.deepEqual(await rowsOf(testbed.store, TEST_ORGANIZATION), before);
  });

  test('no form counts that is missing, made up, of another visit or of this one before its date of birth', async () => {
    const [mine, other] = [await testbed.waiting(), await testbed.waiting()];
    const telephone = testbed.telephone();
    const unproven = await telephone.open(mine.token);
    const early = (await telephone.get(unproven)).formToken;
    const visit = await telephone.enter(mine.token);
    const stranger = testbed.telephone();
    const theirs = (await stranger.get(await stranger.enter(other.token))).formToken;
    assert.ok(early !== '' && theirs !== '');
    const before = await rowsOf(testbed.store, TEST_ORGANIZATION);
    for (const route of visitRoutes().filter(({ method }) => method === 'POST'))
      for (const form of ['', 'x', theirs, early])
        assert.equal((await send(telephone, visit, route, { form })).status, 403, `${route.name}: ${form}`);
    assert.deepEqual(await rowsOf(testbed.store, TEST_ORGANIZATION), before);
  });

  test('a link that has ended or is too old answers 410 everywhere, also to its own visit and form', async () => {
    const ways = [
      endLink,
      (orderId: OrderId) =>
        testbed.asOwner?.((owner) =>
          sql`update patient_link set expires_at = '2020-01-01T00:00:00.000Z' where order_id = ${orderId}`.execute(
            owner,
          ),
        ),
    ];
    for (const end of ways) {
      const { orderId, token } = await testbed.waiting();
      const telephone = testbed.telephone();
      const visit = await telephone.enter(token);
      const { formToken } = await telephone.get(visit);
      await end(orderId);
      const before = await rowsOf(testbed.store, TEST_ORGANIZATION);
      for (const route of visitRoutes()) {
        const { status, text } = await send(telephone, visit, route, { form: formToken });
        assert.equal(status, 410, route.name);
        assert.doesNotMatch(text, SHOWN, route.name);
      }
      assert.deepEqual(await rowsOf(testbed.store, TEST_ORGANIZATION), before);
    }
  });

  test('with link, date of birth and form each does answer: none was refused for another reason', async () => {
    for (const route of visitRoutes().filter(({ below }) => below !== '/live')) {
      const { token } = await testbed.waiting();
      const telephone = testbed.telephone();
      const visit = await telephone.enter(token);
      const { formToken } = await telephone.get(visit);
      const { status } = await send(telephone, visit, route, { form: formToken });
      assert.ok(status === 200 || status === 303, `${route.name}: ${status}`);
    }
  });

  test('a stream ends at once when the number was somebody else\u2019s, and the other patient\u2019s goes on', async () => {
    const [mine, other] = [await testbed.waiting(), await testbed.waiting()];
    const streamOf = async (token: string) => {
      const telephone = testbed.telephone();
      const visit = await telephone.enter(token);
      const stream = await followStream(`${address}${visit}/live`, { cookie: telephone.cookie() });
      await stream.greeted();
      return { telephone, visit, stream };
    };
    const [ended, stays] = [await streamOf(mine.token), await streamOf(other.token)];
    await ended.telephone.get(`${ended.visit}/wrong-number`);
    const before = testbed.judged.length;
    await ended.telephone.post(`${ended.visit}/wrong-number`);
    assert.equal(testbed.judged.length, before + 1, 'it waits for the next look by the clock');
    await ended.stream.until(() => ended.stream.isOver(), 'it goes on');
    assert.deepEqual(ended.stream.told.at(-1)?.data, { reason: 'signed-out' });
    assert.equal(stays.stream.isOver(), false);
    await stays.stream.leave();
  });
});
