// Tests what a pharmacy does once it is signed in, and attacks on it: other pharmacies' prescriptions, forms that are sent again, keys that were rotated.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { orderNumberText } from '@pestle/rules/order-number';
import { HEALTH_INFORMATION } from '@pestle/testbed/tracking/link';
import { openPharmacyDesk } from '@pestle/testbed/tracking/pharmacy-desk';
import { sql } from 'kysely';

const desk = await openPharmacyDesk();
const { store, app, unexpected, clock, pharmacy, administration, faxed, arrive, eventsOf, hookKeys } = desk;
after(async () => {
  await app.close();
  await store.close();
  assert.deepEqual(unexpected, []);
});
const dana = await arrive('dana@corner.example');
const other = await desk.anotherPharmacy();
const { connections } = desk.directory;
const facts = async (id: string = pharmacy.id) => (await connections.showPharmacy({ id })).pharmacy;
const pathOf = (fax: Awaited<ReturnType<typeof faxed>>): string =>
  `/pharmacy/orders/${fax.order.id}/${fax.order.fills[0].id}`;
const entriesOf = async (action: string) => {
  const { rows } = await store.withOrg(desk.orgId, (tx) =>
    sql<{ actor_id: string; subject_id: string; detail: Record<string, unknown> }>`
      select actor_id, subject_id, detail from audit_entry where action = ${action} order by at, id`.execute(
      tx,
    ),
  );
  return rows;
};

test('recent prescriptions: those of this pharmacy only, by initials, with the word of the table, and a look is recorded', async () => {
  const [mine, ready, gone] = [await faxed(), await faxed({ states: ['FILLING'] }), await faxed()];
  const theirs = await faxed({ pharmacyId: other.id });
  await store.withOrg(desk.orgId, (tx) =>
    sql`update fill set pharmacy_id = ${other.id} where id = ${gone.order.fills[0].id}`.execute(tx),
  );
  const { text } = await dana.visitor.get('/pharmacy/orders');
  for (const fax of [mine, ready, gone]) assert.ok(text.includes(pathOf(fax)));
  assert.ok(!text.includes(theirs.order.id));
  const { rows } = await store.withOrg(desk.orgId, (tx) =>
    sql<{
      number: string | null;
    }>`select number from orders where id in (${mine.order.id}, ${ready.order.id})`.execute(tx),
  );
  assert.equal(rows.length, 2);
  for (const { number } of rows) {
    assert.match(number ?? '', /^\d{8}$/);
    assert.ok(
      text.includes(`>${orderNumberText(number)}</a><br>`),
      'the number that is said on the telephone',
    );
  }
  for (const word of HEALTH_INFORMATION) assert.ok(!text.includes(word), word);
  assert.ok(text.includes('<td>J. N.</td>') && text.includes('<td>Being filled</td>'));
  const row = new RegExp(`<tr>(?:(?!</tr>).)*${gone.order.id}(?:(?!</tr>).)*`, 's').exec(text)?.[0] ?? '';
  assert.ok(row.includes('No longer with you'), row);
  const [entry] = (await entriesOf('pharmacy-desk.list')).toReversed();
  assert.deepEqual([entry?.actor_id, entry?.detail['accountId']], [pharmacy.id, dana.accountId]);
});

test('open leads to the record with its steps, also of what came electronically; each look is recorded', async () => {
  const fax = await faxed({ channel: 'script' });
  const { text, formToken } = await dana.visitor.get(pathOf(fax));
  assert.ok(text.includes('Núñez') && text.includes('This prescription may be dispensed.'));
  assert.ok(!text.includes('COPY.'), 'it is the electronic version itself');
  assert.ok(text.includes('All prescriptions') && text.includes(`action="${pathOf(fax)}/report"`));
  const said = await dana.visitor.post(`${pathOf(fax)}/report`, { status: 'RECEIVED', form: formToken });
  assert.equal(said.headers['location'], `${pathOf(fax)}?done=changed`);
  assert.equal((await eventsOf(fax)).at(-1)?.to_state, 'RECEIVED');
  const once = /name="once" value="(\w+)"/.exec(text)?.[1] ?? '';
  const ask = () =>
    dana.visitor.post(`${pathOf(fax)}/ask`, { question: 'Two packages?', once, form: formToken });
  assert.equal((await ask()).headers['location'], `${pathOf(fax)}?done=asked`);
  await ask();
  const after1 = await dana.visitor.get(pathOf(fax));
  assert.equal(after1.text.match(/Two packages\?/g)?.length, 1, 'replayed, it asks nothing twice');
  const looks = (await entriesOf('pharmacy-desk.view')).filter(
    ({ subject_id: id }) => id === fax.order.fills[0].id,
  );
  assert.equal(looks.length, 2);
  assert.deepEqual([looks[0]?.actor_id, looks[0]?.detail['accountId']], [pharmacy.id, dana.accountId]);
});

test('another pharmacy\u2019s prescription is not there, however it is named, and nothing is reported or asked of it', async () => {
  const [mine, theirs] = [await faxed(), await faxed({ pharmacyId: other.id })];
  const { formToken } = await dana.visitor.get(pathOf(mine));
  const mixed = `/pharmacy/orders/${mine.order.id}/${theirs.order.fills[0].id}`;
  for (const path of [
    pathOf(theirs),
    mixed,
    `/pharmacy/orders/${theirs.order.id}/${mine.order.fills[0].id}`,
    '/pharmacy/orders/a/b',
    '/pharmacy/orders/ord_01ABSENT000000000000000000/fil_01ABSENT000000000000000000',
  ]) {
    const answer = await dana.visitor.get(path);
    assert.equal(answer.status, 404, path);
    for (const word of HEALTH_INFORMATION) assert.ok(!answer.text.includes(word));
    const said = await dana.visitor.post(`${path}/report`, { status: 'DELIVERED', form: formToken });
    const asked = await dana.visitor.post(`${path}/ask`, { question: 'Q?', once: 'a', form: formToken });
    assert.deepEqual([said.status, asked.status], [404, 404]);
  }
  assert.equal((await eventsOf(theirs)).length, 1);
});

test('a new key of the hook is shown once; the old one goes on for the overlap and ends after it', async () => {
  const first = await hookKeys.add({ ownerId: pharmacy.id, kind: 'bearer', by: 'olga' });
  const report = async (secret: string | null) => {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/v1/hooks/pharmacy',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      payload: JSON.stringify({ status: 'RECEIVED', order_id: 'ord_01ABSENT000000000000000000' }),
    });
    // 404: the key was good, the order is not there.
    return statusCode;
  };
  clock.forward(1_000);
  assert.equal(await report(first.secret), 404);
  const { text, formToken } = await dana.visitor.get('/pharmacy/key');
  assert.ok(text.includes(first.key.fingerprint) && !text.includes(first.secret ?? '-'));
  const once = /name="once" value="(\w+)"/.exec(text)?.[1] ?? '';
  const form = { kind: 'bearer', overlap: '1', once, form: formToken };
  const made = await dana.visitor.post('/pharmacy/key', form);
  const secret = /class="secret mono">([^<]+)</.exec(made.text)?.[1] ?? '';
  assert.ok(secret.length > 40);
  const again = await dana.visitor.post('/pharmacy/key', form);
  assert.ok(
    !again.text.includes(secret) && again.text.includes('was made already'),
    'replayed, it makes and shows nothing',
  );
  assert.equal((await hookKeys.list(pharmacy.id)).filter(({ state }) => state === 'valid').length, 2);
  clock.forward(60_000);
  assert.deepEqual([await report(first.secret), await report(secret)], [404, 404], 'both in the overlap');
  const used = await dana.visitor.get('/pharmacy/key');
  assert.doesNotMatch(used.text, /Not yet/, 'both were used');
  clock.forward(3_600_000);
  const back = await arrive('ned@corner.example');
  assert.deepEqual([await report(first.secret), await report(secret)], [401, 404], 'after it');
  const theirs = await hookKeys.add({ ownerId: other.id, kind: 'bearer', by: 'olga' });
  const stolen = await back.send('/pharmacy/key', '/pharmacy/key/end', { key: theirs.key.id });
  assert.equal(stolen.status, 404, 'another pharmacy\u2019s key');
  const mine = (await hookKeys.list(pharmacy.id)).find(({ state }) => state === 'valid');
  assert.equal((await back.send('/pharmacy/key', '/pharmacy/key/end', { key: mine?.id ?? '' })).status, 303);
  assert.equal(await report(secret), 401);
});

const correct = async (form: Readonly<Record<string, string>>, who = dana) => {
  const { text, formToken } = await who.visitor.get('/pharmacy/facts');
  const once = /name="once" value="([\w-]+)"/.exec(text)?.[1] ?? '';
  const sent = { once, ...form, form: formToken };
  return { answer: await who.visitor.post('/pharmacy/facts', sent), sent };
};

test('telephone and hours take effect at once, with a note to the operators; a form sent again later changes nothing back', async () => {
  await dana.visitor.post('/pharmacy/sign-in', {});
  const who = await arrive('pia@corner.example');
  const { answer, sent } = await correct({ field: 'phone', phone: '617-555-0142' }, who);
  assert.equal(answer.headers['location'], '/pharmacy/facts?done=applied');
  assert.equal((await facts()).phone, '6175550142');
  const later = await correct({ field: 'phone', phone: '617-555-0143' }, who);
  assert.equal(later.answer.headers['location'], '/pharmacy/facts?done=applied');
  await who.visitor.post('/pharmacy/facts', sent);
  assert.equal((await facts()).phone, '6175550143', 'the replayed form changed nothing');
  const hours = {
    'hours-MON': '9:00-12:30, 14:00-18:00',
    'hours-TUE': '9:00-12:30, 14:00-18:00',
    'hours-SAT': '24h',
  };
  await correct({ field: 'hours', ...hours }, who);
  assert.deepEqual((await facts()).openingHours, [
    { days: ['MON', 'TUE'], opens: '09:00', closes: '12:30' },
    { days: ['MON', 'TUE'], opens: '14:00', closes: '18:00' },
    { days: ['SAT'], opens: '00:00', closes: '00:00' },
  ]);
  const { text } = await who.visitor.get('/pharmacy/facts');
  assert.ok(text.includes('Monday: 09:00-12:30, 14:00-18:00') && text.includes('Sunday: closed'));
  for (const form of [
    { field: 'phone', phone: '123' },
    { field: 'hours', 'hours-MON': '9-5' },
    { field: 'hours', 'hours-MON': '25:00-26:00' },
  ]) {
    const refused = (await correct(form, who)).answer;
    assert.equal(refused.status, 422, JSON.stringify(form));
    assert.match(refused.text, /<details open>/);
  }
  const notes = await administration.corrections({ open: true, pharmacyId: pharmacy.id });
  assert.deepEqual(notes.map(({ field, state }) => `${field} ${state}`).toSorted(), [
    'hours applied',
    'phone applied',
    'phone applied',
  ]);
  for (const { id } of notes) await administration.markSeen({ id, by: 'olga' });
  assert.deepEqual(await administration.corrections({ open: true }), []);
});

test('fax number and address wait for an operator: nothing changes before, the newest of a field counts, and a decision is made once', async () => {
  const who = await arrive('quin@corner.example');
  const before = await facts();
  const first = await correct({ field: 'fax', fax: '617-555-0150' }, who);
  assert.equal(first.answer.headers['location'], '/pharmacy/facts?done=waiting');
  await correct({ field: 'fax', fax: '617-555-0151' }, who);
  await who.visitor.post('/pharmacy/facts', first.sent);
  assert.equal((await facts()).fax, before.fax);
  clock.forward(90_000);
  assert.ok((await desk.desk.oldestWaitingSeconds()) >= 90, 'operators are told how long it has waited');
  const [waiting, ...more] = await administration.corrections({ open: true });
  assert.deepEqual([waiting?.proposed, waiting?.before, more.length], ['6175550151', before.fax, 0]);
  const { id = '' } = waiting ?? {};
  const by = 'olga';
  const decisions = await Promise.allSettled([
    administration.confirm({ id, by }),
    administration.confirm({ id, by: 'omar' }),
    administration.decline({ id, by, reason: 'No.' }),
  ]);
  assert.equal(decisions.filter(({ status }) => status === 'fulfilled').length, 1);
  const [decided] = await administration.corrections({ pharmacyId: pharmacy.id });
  assert.equal((await facts()).fax, decided?.state === 'confirmed' ? '6175550151' : before.fax);
  assert.equal(
    (await who.visitor.get('/pharmacy/facts')).text.includes(
      decided?.state === 'confirmed' ? 'Confirmed' : 'Declined',
    ),
    true,
  );

  await correct(
    { field: 'address', street1: '2 Main Street', city: 'Boston', state: 'MA', postalCode: '02109' },
    who,
  );
  const [address] = await administration.corrections({ open: true });
  await assert.rejects(administration.decline({ id: address?.id ?? '', by, reason: ' ' }), {
    code: 'INVALID_INPUT',
  });
  await administration.decline({ id: address?.id ?? '', by, reason: 'The licence says otherwise.' });
  assert.ok(
    (await who.visitor.get('/pharmacy/facts')).text.includes('Declined: The licence says otherwise.'),
  );
  assert.equal((await facts()).address?.street1, '1 Main Street');

  // What an operator changed meanwhile is not overwritten unseen.
  await correct({ field: 'fax', fax: '617-555-0160' }, who);
  await connections.writePharmacy({ change: { id: pharmacy.id, fax: '6175550170' }, by, as: 'set' });
  const [stale] = await administration.corrections({ open: true });
  await assert.rejects(administration.confirm({ id: stale?.id ?? '', by }), { code: 'REVISION_CONFLICT' });
  // Withdrawn by its pharmacy, and by no other.
  const stranger = await arrive('rex@other.example', other.id);
  await stranger.send('/pharmacy/facts', '/pharmacy/facts/withdraw', { correction: stale?.id ?? '' });
  assert.equal((await administration.corrections({ open: true })).length, 1);
  await who.send('/pharmacy/facts', '/pharmacy/facts/withdraw', { correction: stale?.id ?? '' });
  assert.equal((await administration.corrections({ open: true })).length, 0);
});

test('a new electronic address is tested before prescriptions go there', async () => {
  const wired = await desk.anotherPharmacy();
  const by = 'olga';
  await connections.writePharmacy({
    as: 'add',
    by,
    change: {
      id: wired.id,
      integration: {
        stage: 'scoping',
        channel: 'script',
        endpoint: { url: 'https://old.example/script', auth: { kind: 'bearer', token: 'tok-4711' } },
        script: { version: '2017071', form: 'xml', cancel: 'full', acknowledge: 'script' },
      },
    },
  });
  const who = await arrive('sam@wired.example', wired.id);
  const { text } = await who.visitor.get('/pharmacy/facts');
  assert.ok(text.includes('https://old.example/script') && text.includes('NCPDP SCRIPT 2017071'));
  assert.ok(!text.includes('tok-4711'));
  for (const endpoint of ['http://new.example', 'https://user:pw@new.example', 'javascript:alert(1)', ''])
    assert.equal((await correct({ field: 'endpoint', endpoint }, who)).answer.status, 422, endpoint);
  await correct({ field: 'endpoint', endpoint: 'https://new.example/script' }, who);
  const [waiting] = await administration.corrections({ pharmacyId: wired.id, open: true });
  assert.equal((await facts(wired.id)).integration?.endpoint?.url, 'https://old.example/script');
  await administration.confirm({ id: waiting?.id ?? '', by });
  assert.equal((await facts(wired.id)).integration?.endpoint?.url, 'https://new.example/script');
  const faxOnly = await correct({ field: 'endpoint', endpoint: 'https://new.example/script' });
  assert.equal(faxOnly.answer.status, 303, 'who is signed out is asked to sign in');
});

test('the pages speak Spanish where it was chosen', async () => {
  const who = await arrive('tea@corner.example');
  const chosen = await who.visitor.get('/pharmacy/orders?lang=es');
  assert.equal(chosen.headers['location'], '/pharmacy/orders');
  const pages = { orders: 'Recetas', facts: 'Lo que creemos de su farmacia', key: 'Clave del hook' };
  for (const [page, title] of Object.entries(pages)) {
    const { text } = await who.visitor.get(`/pharmacy/${page}`);
    assert.ok(text.includes('<html lang="es"') && text.includes(`<h1>${title}</h1>`), page);
  }
});
