// Tests who gets behind a fax's link: the second fact, the code, wrong tries, sessions, and links that have ended.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { insertPharmacy } from '@pestle/testbed/practice/directory-rows';
import { HEALTH_INFORMATION, openLinks } from '@pestle/testbed/tracking/link';
import { trackingApp } from '@pestle/testbed/tracking/tracking-app';
import { sql } from 'kysely';
import { printedCode } from '../../delivery/fax/link.ts';
import { linkFor } from '../../delivery/fax/secure-links.ts';
import { createLinkKey } from '../../delivery/inside.ts';

const {
  store,
  clock,
  ports,
  app,
  unexpected,
  orgId,
  pharmacy,
  faxed,
  visitor,
  enter,
  record,
  eventsOf,
  entriesOf,
} = await openLinks();
after(async () => {
  await app.close();
  await store.close();
  assert.deepEqual(unexpected, []);
});

test('before the second fact nothing of the prescription is shown', async () => {
  const fax = await faxed();
  for (const url of ['/rx', fax.path, `/rx/${fax.link.code}`]) {
    const { status, text } = await visitor().get(url);
    assert.equal(status, 200);
    for (const word of HEALTH_INFORMATION) assert.ok(!text.includes(word), `${word} at ${url}`);
  }
  assert.ok((await visitor().get(fax.path)).text.includes('Corner Drugstore #12'));
  assert.deepEqual(await entriesOf(fax), [], 'a scanner that fetches the link has seen nothing');
});

test('NCPDP id or NPI opens the record, by form and a short-lived cookie for this path only', async () => {
  const fax = await faxed();
  for (const fact of [
    pharmacy.ncpdpId ?? '',
    pharmacy.npi ?? '',
    ` ${pharmacy.npi?.slice(0, 5)} ${pharmacy.npi?.slice(5)}`,
  ]) {
    const someone = visitor();
    const answer = await someone.post(fax.path, { fact });
    assert.deepEqual([answer.status, answer.headers.location], [303, fax.path]);
    const cookie = String(answer.headers['set-cookie']);
    assert.match(
      cookie,
      /^pestle-rx=\d\.\d+\.[\w-]{43}; Max-Age=1800; Path=\/rx\/[\w-]+; HttpOnly; SameSite=Strict$/,
    );
    assert.ok(cookie.includes(`Path=${fax.path};`));
    const { text } = await someone.get(fax.path);
    assert.equal(text.includes('</span> Active</h1>'), true);
    for (const word of HEALTH_INFORMATION) assert.ok(text.includes(word), word);
  }
});

test('the session ends after its time, and opens no other link', async () => {
  const [first, second] = [await faxed(), await faxed()];
  const someone = await enter(first.path);
  assert.ok((await someone.get(first.path)).text.includes('atorvastatin'));
  assert.ok(!(await someone.get(second.path)).text.includes('atorvastatin'));
  const before = clock.now();
  clock.forward(1_799_000);
  assert.ok((await someone.get(first.path)).text.includes('atorvastatin'));
  clock.forward(2_000);
  assert.ok(!(await someone.get(first.path)).text.includes('atorvastatin'));
  clock.set(before);
});

test('on https the cookie is Secure', async () => {
  const secure = await trackingApp(store, ports, { baseUrl: 'https://pestle.example.org' });
  const fax = await faxed();
  const { headers } = await secure.app.inject({
    method: 'POST',
    url: fax.path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `fact=${pharmacy.npi}`,
  });
  assert.match(String(headers['set-cookie']), /^__Secure-pestle-rx=.*; Secure$/);
  await secure.app.close();
});

test('the code typed from paper leads to the same record', async () => {
  const fax = await faxed();
  const someone = visitor();
  const printed = printedCode(fax.link.code);
  const typed = printed.toLowerCase().replaceAll('-', ' ');
  const answer = await someone.post('/rx', { code: typed });
  assert.deepEqual([answer.status, answer.headers.location], [303, `/rx/${fax.link.code}`]);
  const path = String(answer.headers.location);
  await someone.post(path, { fact: pharmacy.npi ?? '' });
  assert.equal((await someone.get(path)).text.includes('</span> Active</h1>'), true);
  // A fax of before has the code without the groups' own check characters.
  assert.equal((await someone.post('/rx', { code: fax.link.code })).headers.location, path);
  // A slip of the pen keeps what was typed, and is shown where it is.
  const groups = printed.split('-');
  // One character that is another is always found; two that changed places are mostly.
  const third = groups[2] ?? '';
  const slipped = (third.startsWith('2') ? '3' : '2') + third.slice(1);
  const wrong = groups.with(2, slipped).join('-');
  const slip = await someone.post('/rx', { code: wrong });
  assert.equal(slip.status, 422);
  assert.ok(slip.text.includes(`value="${wrong}"`) && slip.text.includes('Group 3 is not right.'));
  assert.ok(slip.text.includes(`<mark>${slipped}</mark>`));
  const short = await someone.post('/rx', { code: fax.link.code.slice(1) });
  assert.equal(short.status, 422);
  assert.ok(
    short.text.includes(`value="${fax.link.code.slice(1)}"`) && short.text.includes('cannot be told where'),
  );
  const markup = await someone.post('/rx', { code: '"><script>alert(1)</script>' });
  assert.ok(!markup.text.includes('<script>'));
});

test('wrong tries slow down the source address, and never lock the pharmacy out', async () => {
  const fax = await faxed();
  const guesser = visitor('198.51.100.7');
  for (let attempt = 0; attempt < 5; attempt += 1)
    assert.equal((await guesser.post(fax.path, { fact: String(9_000_000 + attempt) })).status, 422);
  const slowed = await guesser.post(fax.path, { fact: pharmacy.npi ?? '' });
  assert.deepEqual([slowed.status, slowed.headers['retry-after']], [429, '30']);
  // The pharmacy itself is somewhere else and gets in at once.
  assert.ok((await record(fax.path)).includes('atorvastatin'));
  clock.forward(30_000);
  assert.equal((await guesser.post(fax.path, { fact: pharmacy.npi ?? '' })).status, 303);
  const outcomes = (await entriesOf(fax)).map(({ action, outcome }) => `${action} ${outcome}`);
  assert.equal(outcomes.filter((line) => line === 'link.open refused').length, 5);
});

test('of 500 wrong facts at once, on two nodes, five are compared; the pharmacy elsewhere gets in meanwhile', async () => {
  const fax = await faxed();
  const guesser = visitor('198.51.100.8');
  const [inside, ...statuses] = await Promise.all([
    enter(fax.path),
    ...Array.from({ length: 500 }, async (_, guess) => {
      const { status } = await guesser.post(fax.path, { fact: String(9_000_000 + guess) });
      return status;
    }),
  ]);
  assert.ok((await inside.get(fax.path)).text.includes('atorvastatin'));
  assert.equal(statuses.filter((status) => status === 422).length, 5);
  assert.equal(statuses.filter((status) => status === 429).length, 495);
  const opened = (await entriesOf(fax)).filter(({ action }) => action === 'link.open');
  assert.equal(opened.filter(({ outcome }) => outcome === 'refused').length, 5);
  assert.equal((await guesser.post(fax.path, { fact: pharmacy.npi ?? '' })).status, 429);
});

test('of 100 unknown codes at once five are looked up', async () => {
  const guesser = visitor('198.51.100.9');
  const codes = Array.from(
    { length: 100 },
    (_, index) => createLinkKey(new Uint8Array(32)).secretsOf(`x${index}`, 1).code,
  );
  const answers = await Promise.all(codes.map((code) => guesser.post('/rx', { code })));
  assert.equal(answers.filter(({ status }) => status === 404).length, 5);
  assert.equal(answers.filter(({ status }) => status === 429).length, 95);
});

test('all addresses of one IPv6 network count as one source', async () => {
  const fax = await faxed();
  for (let attempt = 1; attempt <= 5; attempt += 1)
    await visitor(`2001:db8:1:2::${attempt}`).post(fax.path, { fact: '1' });
  const post = (ip: string) => visitor(ip).post(fax.path, { fact: '1' });
  assert.equal((await post('2001:db8:1:2:ffff::9')).status, 429);
  assert.equal((await post('2001:db8:1:3::1')).status, 422);
});

test('unknown, replaced and expired links say so, with 404 and 410', async () => {
  const unknown = await visitor().get(`/rx/${createLinkKey(new Uint8Array(32)).secretsOf('x', 1).token}`);
  assert.equal(unknown.status, 404);
  for (const path of ['/rx/abc', '/rx/%00', `/rx/${'a'.repeat(290)}`])
    assert.equal((await visitor().get(path)).status, 404);

  const fax = await faxed();
  const someone = await enter(fax.path);
  // Drawn again after the key was replaced without overlap.
  const other = createLinkKey(new Uint8Array(32).fill(9));
  const newer = await store.withOrg(orgId, (tx) => linkFor(tx, ports, other, fax.subject));
  assert.notEqual(newer.token, fax.link.token);
  const replaced = await someone.get(fax.path);
  assert.deepEqual([replaced.status, replaced.text.includes('This link was replaced')], [410, true]);
  assert.equal((await visitor().get(`/rx/${fax.link.code}`)).status, 410);
  assert.equal((await visitor().get(`/rx/${newer.token}`)).status, 200);

  const ended = await faxed({}, '2026-11-20T15:00:00.000Z');
  assert.equal((await visitor().get(ended.path)).status, 410);
  assert.equal((await visitor().post(ended.path, { fact: pharmacy.npi ?? '' })).status, 410);
});

test('whoever knocks with an unknown, replaced or expired link, or too often, writes no line at level error', async () => {
  const ended = await faxed({}, '2026-11-20T15:00:00.000Z');
  const stranger = visitor();
  const ends: (readonly [string, number])[] = [
    [ended.path, 410],
    ...Array.from('12345', (digit) => [`/rx/${digit.repeat(43)}`, 404] as const),
    [`/rx/${'B'.repeat(43)}`, 429],
  ];
  for (const [path, expected] of ends) {
    assert.equal((await stranger.get(path)).status, expected);
    if (expected === 404) continue;
    for (const act of ['', '/report', '/leave'])
      assert.equal((await stranger.post(`${path}${act}`, { fact: '1' })).status, expected);
  }
  assert.equal((await stranger.post('/rx', { code: ended.link.code })).status, 429);
  assert.deepEqual(unexpected, []);
});

test('the token and the code are stored as hashes only', async () => {
  const fax = await faxed();
  const { rows } = await store.withOrg(orgId, (tx) =>
    sql<{
      row: string;
    }>`select to_jsonb(secure_link)::text as row from secure_link where fill_id = ${fax.order.fills[0].id}`.execute(
      tx,
    ),
  );
  assert.equal(rows.length, 1);
  const text = rows[0]?.row ?? '';
  for (const secret of [fax.link.token, fax.link.code, fax.link.code.replaceAll('-', '')])
    assert.ok(!text.includes(secret));
});

test('a form of another site, or without the session, changes nothing', async () => {
  const fax = await faxed();
  const someone = await enter(fax.path);
  const { formToken } = await someone.get(fax.path);
  const stranger = visitor();
  const elsewhere = await enter((await faxed()).path);
  const tries = [
    await someone.post(`${fax.path}/report`, { status: 'RECEIVED' }),
    await someone.post(`${fax.path}/report`, { status: 'RECEIVED', form: `${formToken.slice(1)}A` }),
    await stranger.post(`${fax.path}/report`, { status: 'RECEIVED', form: formToken }),
    await elsewhere.post(`${fax.path}/report`, { status: 'RECEIVED', form: formToken }),
  ];
  for (const { status, text } of tries) {
    assert.equal(status, 403);
    assert.ok(!text.includes('atorvastatin'));
  }
  assert.equal((await eventsOf(fax)).length, 1);
  const json = await app.inject({
    method: 'POST',
    url: `${fax.path}/report`,
    headers: { 'content-type': 'application/json' },
    payload: '{}',
  });
  assert.equal(json.statusCode, 415);
  const large = await app.inject({
    method: 'POST',
    url: fax.path,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `fact=${'1'.repeat(9_000)}`,
  });
  assert.equal(large.statusCode, 413);
});

test('closing the record ends the session on this computer', async () => {
  const fax = await faxed();
  const someone = await enter(fax.path);
  const answer = await someone.post(`${fax.path}/leave`, {});
  assert.deepEqual([answer.status, answer.headers.location], [303, '/rx']);
  assert.ok(!(await someone.get(fax.path)).text.includes('atorvastatin'));
});

test('a pharmacy without NCPDP id and NPI is asked for its telephone number; without any it is told to call', async () => {
  const bare = await insertPharmacy(store, { ncpdpId: null, npi: null, phone: '6175550777' });
  const fax = await faxed({ pharmacyId: bare.id });
  const someone = visitor();
  assert.ok((await someone.get(fax.path)).text.includes('Telephone number of your pharmacy'));
  assert.equal((await someone.post(fax.path, { fact: '' })).status, 422);
  assert.equal((await someone.post(fax.path, { fact: '(617) 555-0777' })).status, 303);
  const mute = await insertPharmacy(store, { ncpdpId: null, npi: null, phone: null });
  const closed = await faxed({ pharmacyId: mute.id });
  assert.ok((await visitor().get(closed.path)).text.includes('Call the practice'));
  assert.equal((await visitor().post(closed.path, { fact: '' })).status, 422);
});
