// Goal: no page and no form behind a fax's link answers or does anything for whoever has not that link and its pharmacy's own fact, nor once the link has ended.
// Method: every route that the pages open is tried, so that one that is added later is tried as well, or fails here.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { insertPharmacy } from '@pestle/testbed/practice/directory-rows';
import { HEALTH_INFORMATION, openLinks } from '@pestle/testbed/tracking/link';
import { rowsOf } from '@pestle/testbed/tracking/rows-digest';
import type { Visitor } from '@pestle/testbed/tracking/visitor';
import { sql } from 'kysely';

const { store, app, unexpected, orgId, pharmacy, routes, faxed, visitor, enter } = await openLinks();
after(async () => {
  await app.close();
  await store.close();
  assert.deepEqual(unexpected, []);
});
const other = await insertPharmacy(store);

const LINK = '/rx/:secret';
/** Where the fact is given, and the way out: neither tells nor does anything of the prescription. */
const WITHOUT_SESSION = [`POST ${LINK}`, `POST ${LINK}/leave`];
/** Everything that any of the forms asks for, so that the proof alone is missing. */
const FIELDS = { status: 'RECEIVED', question: 'May it be crushed?', once: 'a1', fact: 'none' };

const linkRoutes = routes
  .filter(({ url }) => url.startsWith(LINK))
  .map(({ method, url }) => ({ name: `${method} ${url}`, method, below: url.slice(LINK.length) }));
type Route = (typeof linkRoutes)[number];
const send = (
  by: Visitor,
  path: string,
  { method, below }: Route,
  form: Readonly<Record<string, string>> = {},
) => (method === 'GET' ? by.get(`${path}${below}`) : by.post(`${path}${below}`, { ...FIELDS, ...form }));
const showsNothing = (text: string, name: string): void => {
  for (const word of HEALTH_INFORMATION) assert.ok(!text.includes(word), `${name} shows ${word}`);
};

test('they are those of the code, of a link, and files that are the same for everybody', () => {
  const rest = routes.filter(({ url }) => !url.startsWith(LINK) && !url.startsWith('/v1/hooks/'));
  assert.deepEqual(
    rest.filter(({ url }) => url.startsWith('/rx')).map(({ method, url }) => `${method} ${url}`),
    ['GET /rx', 'POST /rx'],
  );
  for (const { method, url } of rest.filter((one) => !one.url.startsWith('/rx')))
    assert.ok(
      method === 'GET' && /^\/(?:pages[./][^:]*|[\w.-]+\.(?:svg|ico|png))$/.test(url),
      `${method} ${url}`,
    );
  assert.ok(linkRoutes.length >= 5, 'the routes were not seen');
});

test('without a session, and with that of another fax, nothing is shown or done, with whichever form', async () => {
  const [mine, theirs, third] = [await faxed(), await faxed({ pharmacyId: other.id }), await faxed()];
  const someone = await enter(mine.path);
  const { formToken } = await someone.get(mine.path);
  const stranger = visitor();
  await stranger.post(theirs.path, { fact: other.ncpdpId ?? '' });
  // Of the same pharmacy, but of another prescription.
  const colleague = await enter(third.path);
  const colleagues = (await colleague.get(third.path)).formToken;
  const before = await rowsOf(store, orgId);
  for (const route of linkRoutes.filter(({ name }) => !WITHOUT_SESSION.includes(name)))
    for (const who of [visitor(), stranger, colleague])
      for (const form of ['', formToken, colleagues]) {
        const { status, text } = await send(who, mine.path, route, { form });
        assert.ok(route.method === 'GET' ? text.includes('name="fact"') : status === 403, route.name);
        showsNothing(text, route.name);
      }
  for (const name of WITHOUT_SESSION) {
    const route = linkRoutes.find((one) => one.name === name) ?? assert.fail(name);
    showsNothing((await send(visitor(), mine.path, route, { form: formToken })).text, name);
  }
  assert.deepEqual(await rowsOf(store, orgId), before);
});

test('with the session no form counts that is missing, made up or of another one', async () => {
  const [mine, third] = [await faxed(), await faxed()];
  const someone = await enter(mine.path);
  const colleague = await enter(third.path);
  const theirs = (await colleague.get(third.path)).formToken;
  const before = await rowsOf(store, orgId);
  const posts = linkRoutes.filter(({ method, name }) => method === 'POST' && !WITHOUT_SESSION.includes(name));
  assert.ok(posts.length >= 2);
  for (const route of posts)
    for (const form of ['', 'x', theirs])
      assert.equal((await send(someone, mine.path, route, { form })).status, 403, `${route.name}: ${form}`);
  assert.deepEqual(await rowsOf(store, orgId), before);
  const { formToken } = await someone.get(mine.path);
  for (const route of posts)
    assert.equal((await send(someone, mine.path, route, { form: formToken })).status, 303, route.name);
});

test('a link that has expired or was replaced ends all of it, also for its own session and form', async () => {
  const ways = [sql`expires_at = '2020-01-01T00:00:00.000Z'`, sql`revoked_at = '2020-01-01T00:00:00.000Z'`];
  for (const set of ways) {
    const fax = await faxed();
    const someone = await enter(fax.path);
    const { formToken } = await someone.get(fax.path);
    await store.asOwner((owner) =>
      sql`update secure_link set ${set} where fill_id = ${fax.subject.fillId}`.execute(owner),
    );
    const before = await rowsOf(store, orgId);
    for (const route of linkRoutes) {
      const { status, text } = await send(someone, fax.path, route, {
        form: formToken,
        fact: pharmacy.ncpdpId ?? '',
      });
      assert.equal(status, 410, route.name);
      showsNothing(text, route.name);
    }
    assert.deepEqual(await rowsOf(store, orgId), before);
  }
});
