// Tests the page behind a fax's link: what it says first, the record word for word, its views, and the answers it takes.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { FILL_STATES } from '@pestle/rules/fill-status';
import type { PrescriptionId } from '@pestle/rules/ids';
import { PRACTICE_EN } from '@pestle/rules/situations-practice-en';
import { clinicalContent } from '@pestle/testbed/practice/clinical-content';
import { insertPharmacy } from '@pestle/testbed/practice/directory-rows';
import { insertTransmission, type OrderSpec } from '@pestle/testbed/practice/order-rows';
import { type Faxed, openLinks } from '@pestle/testbed/tracking/link';
import { sql } from 'kysely';
import { questionsOf } from '../../desk/inside.ts';
import { makeId } from '../../kernel/ports.ts';

const { store, ports, app, unexpected, orgId, pharmacy, faxed, visitor, enter, record, eventsOf, entriesOf } =
  await openLinks();
after(async () => {
  await app.close();
  await store.close();
  assert.deepEqual(unexpected, []);
});
const other = await insertPharmacy(store);

const statusIn = (text: string): string =>
  /<h1 id="standing"><span[^>]*>.<\/span> ([^<]+)</.exec(text)?.[1] ?? `no standing in ${text.slice(0, 300)}`;

test('no third-party content, nothing kept, nothing indexed, no address passed on', async () => {
  const fax = await faxed();
  const someone = await enter(fax.path);
  for (const url of ['/rx', fax.path]) {
    const { headers, text } = await someone.get(url);
    assert.match(
      String(headers['content-security-policy']),
      /^default-src 'none';style-src 'self';img-src 'self';script-src 'self';connect-src 'self';form-action 'self';frame-ancestors 'none';base-uri 'none';require-trusted-types-for 'script';trusted-types 'none'$/,
    );
    assert.equal(headers['cache-control'], 'no-store');
    assert.equal(headers['referrer-policy'], 'no-referrer');
    assert.match(String(headers['x-robots-tag']), /noindex/);
    assert.ok(
      !/<script(?! type="module" src="\/pages\/record\.\w+\.js"><\/script>)|\son\w+=|style=|https?:\/\//i.test(
        text,
      ),
      'no script but our own, inline style or foreign address',
    );
    assert.ok(!/<title>[^<]*(Núñez|atorvastatin)/.test(text));
  }
});

test('a GET changes nothing but the log of views', async () => {
  const fax = await faxed();
  const someone = await enter(fax.path);
  const before = await eventsOf(fax);
  for (let visit = 0; visit < 3; visit += 1) await someone.get(fax.path);
  await someone.get(`${fax.path}?done=changed&status=DELIVERED`);
  assert.deepEqual(await eventsOf(fax), before);
  const views = (await entriesOf(fax)).filter(({ action }) => action === 'link.view');
  assert.equal(views.length, 4);
  for (const view of views) {
    assert.equal(view.actor_id, pharmacy.id);
    assert.match(view.source_ip ?? '', /^203\.0\.113\.\d+$/);
  }
  assert.ok((await someone.get(fax.path)).text.includes('through this link (5)'));
  for (const url of [`${fax.path}/report`, `${fax.path}/leave`])
    assert.equal((await someone.get(url)).status, 404);
});

test('the record is the signed one, word for word, with every letter escaped', async () => {
  const base = clinicalContent();
  const content = clinicalContent({
    patient: { ...base.patient, firstName: '李', lastName: '<b>O\u2019Brien & "Sons"</b>' },
    instructions: 'Take 1 tablet;\n  then 2 tablets <daily>.  Two blanks.',
    notes: 'µg ≠ mg',
    doNotFillBeforeDate: '2026-12-01',
    diagnosisCodes: [
      { code: 'E78.5', type: 'ICD10', description: 'Hyperlipidemia, unspecified' },
      { code: 'I10', type: 'ICD10' },
    ],
    version: 2,
    reasons: {
      repeat: 'A <taper>.',
      amounts: 'Three months  at once.',
      duplicate: 'The bottle was lost.',
      duplicateOf: ['rx_01TEST0000000000000000000A' as PrescriptionId],
    },
  });
  const text = await record((await faxed({ content })).path);
  assert.ok(text.includes('>Take 1 tablet;\n  then 2 tablets &lt;daily&gt;.  Two blanks.</dd>'));
  assert.ok(text.includes('>µg ≠ mg</dd>'));
  assert.ok(text.includes('>李 A</dd>'));
  for (const reason of [
    'A &lt;taper&gt;.',
    'Three months  at once.',
    'The bottle was lost.',
    'rx_01TEST0000000000000000000A',
  ])
    assert.ok(text.includes(`>${reason}</dd>`), reason);
  assert.ok(text.includes('&lt;b&gt;O\u2019Brien &amp;') && !text.includes('<b>O'));
  for (const part of [
    '01-Dec-2026',
    'E78.5 Hyperlipidemia, unspecified\nI10</dd>',
    '617310',
    '1 River Road',
    '617-555-0150',
    '20-Nov-2027',
  ])
    assert.ok(text.includes(part), part);
  assert.match(text, /<p class="hash">[0-9a-f]{64}<\/p>/);
  assert.ok(text.includes('Signed electronically by Ada Okafor, MD'));
  assert.ok(text.includes('Printed from the electronic record, 20-Nov-2026'));
});

test('the page says first whether the prescription is active, canceled or rerouted', async () => {
  const change = async (fax: Faxed, set: ReturnType<typeof sql>) => {
    await store.withOrg(orgId, (tx) =>
      sql`update fill set ${set} where id = ${fax.order.fills[0].id}`.execute(tx),
    );
  };
  const cases: [string, Partial<OrderSpec>, ReturnType<typeof sql> | null, boolean][] = [
    ['Active', {}, null, true],
    ['Active', { states: ['FILLING'] }, null, true],
    ['Canceled', { states: ['CANCELED'] }, null, true],
    ['Being canceled', {}, sql`cancel_requested_at = now()`, true],
    ['Sent to another pharmacy', {}, sql`pharmacy_id = ${other.id}`, false],
    ['Replaced', {}, sql`prescriber_order_number = prescriber_order_number || '-2'`, false],
    ['Problem reported', { states: ['ERROR'] }, null, true],
    ['Shipped', { states: ['SHIPPED'] }, null, true],
    ['Dispensed', { states: ['DELIVERED'] }, null, false],
    [
      'Dispensed after it was canceled',
      { states: ['DELIVERED'] },
      sql`alert = 'dispensed-after-cancel'`,
      false,
    ],
    ['Expired', { expirationDate: '2026-11-19' }, null, true],
    [
      'Active, not to be filled yet',
      { content: clinicalContent({ doNotFillBeforeDate: '2026-11-21' }) },
      null,
      true,
    ],
    ['Active', { content: clinicalContent({ doNotFillBeforeDate: '2026-11-20' }) }, null, true],
  ];
  for (const [dispensing, spec, set, mayReport] of cases) {
    const fax = await faxed(spec);
    if (set !== null) await change(fax, set);
    const text = await record(fax.path);
    assert.equal(statusIn(text), dispensing);
    assert.equal(text.includes('Tell the practice'), mayReport, dispensing);
    assert.ok(text.indexOf('id="standing"') < text.indexOf('atorvastatin'));
  }
});

test('D11: where else the prescription went is not told', async () => {
  const fax = await faxed();
  await store.withOrg(orgId, async (tx) => {
    await sql`update fill set pharmacy_id = ${other.id}, prescriber_order_number = prescriber_order_number || '-2'
      where order_id = ${fax.order.id}`.execute(tx);
    await sql`insert into fill_event (org_id, fill_id, number, order_id, at, event, from_state, to_state, source, detail)
      values (${orgId}, ${fax.order.fills[0].id}, 2, ${fax.order.id}, now(), 'reported', 'SENT', 'FILLING', 'pharmacy',
        ${JSON.stringify({ report: 'FILLING', outcome: 'applied', pharmacyId: other.id })})`.execute(tx);
  });
  const text = await record(fax.path);
  assert.ok(
    !text.includes('FILLING</td>') && !text.includes(other.id) && !text.includes(other.ncpdpId ?? '-'),
  );
});

test('where an electronic version was taken, the page is a copy; where it may have been, it says so', async () => {
  const fax = await faxed();
  const [fill] = fax.order.fills;
  const id = makeId(ports, 'trm');
  await store.withOrg(orgId, (tx) =>
    insertTransmission(tx, {
      orgId,
      orderId: fax.order.id,
      fillId: fill.id,
      pharmacyId: pharmacy.id,
      channel: 'script',
      id,
      messageId: 'MELECTRONIC1',
      orderNumber: fill.orderNumber,
    }),
  );
  const copy = await record(fax.path);
  assert.ok(copy.includes('<strong>COPY.</strong>') && copy.includes('MELECTRONIC1'));
  await store.withOrg(orgId, (tx) =>
    sql`update transmission set state = 'exhausted', may_have_arrived = true, accepted_at = null where id = ${id}`.execute(
      tx,
    ),
  );
  const maybe = await record(fax.path);
  assert.ok(!maybe.includes('COPY.') && maybe.includes('may already be held electronically'));
});

test('the pharmacy reports on the page as over the hook, RECEIVED to DELIVERED', async () => {
  const fax = await faxed();
  const someone = await enter(fax.path);
  const reports: [Record<string, string>, string, string][] = [
    [{ status: 'RECEIVED' }, 'changed', 'RECEIVED'],
    [{ status: 'RECEIVED' }, 'same', 'RECEIVED'],
    [{ status: 'SHIPPED', carrier: 'UPS', tracking_number: '1Z' }, 'changed', 'SHIPPED'],
    [{ status: 'FILLING' }, 'same', 'SHIPPED'],
    [{ status: 'DELIVERED' }, 'changed', 'DELIVERED'],
    [{ status: 'CANCELED' }, 'refused', 'DELIVERED'],
  ];
  const { formToken } = await someone.get(fax.path);
  for (const [form, done, state] of reports) {
    const answer = await someone.post(`${fax.path}/report`, { ...form, form: formToken });
    assert.deepEqual([answer.status, answer.headers.location], [303, `${fax.path}?done=${done}`]);
    const events = await eventsOf(fax);
    assert.equal(events.at(-1)?.source, 'link');
    assert.equal(events.at(-1)?.to_state, state);
  }
  const { text } = await someone.get(`${fax.path}?done=changed`);
  assert.ok(text.includes('Thank you.') && text.includes('Reported “Received” on this page'));
});

test('ready for pickup is offered until it was said, again after a problem, and not by a pharmacy that sends by mail', async () => {
  const fax = await faxed();
  const someone = await enter(fax.path);
  const { formToken, text: before } = await someone.get(fax.path);
  assert.ok(before.includes('value="READY"') && before.includes('>Ready for pickup</button>'));
  const say = (status: string) => someone.post(`${fax.path}/report`, { status, form: formToken });
  assert.equal((await say('FILLING')).headers.location, `${fax.path}?done=changed`);
  assert.equal((await say('READY')).headers.location, `${fax.path}?done=changed`);
  assert.equal(
    (await say('READY')).headers.location,
    `${fax.path}?done=same`,
    'a double click is one report',
  );
  const { text } = await someone.get(fax.path);
  assert.ok(!text.includes('value="READY"') && text.includes('Reported “Ready for pickup” on this page'));
  assert.match(text, /<p>Since [^<]*: Ready for pickup\.<\/p>/);
  await say('ERROR');
  assert.ok((await someone.get(fax.path)).text.includes('value="READY"'));
  const mail = await insertPharmacy(store);
  await store.asKeeper((tx) =>
    sql`update pharmacy set kind = 'MAIL_ORDER' where id = ${mail.id}`.execute(tx),
  );
  const sent = await faxed({ pharmacyId: mail.id });
  const visitorOfMail = visitor();
  await visitorOfMail.post(sent.path, { fact: mail.ncpdpId ?? '' });
  const page = (await visitorOfMail.get(sent.path)).text;
  assert.ok(page.includes('value="FILLING"') && !page.includes('value="READY"'));
});

test('another pharmacy\u2019s session, a form of another fax and no form at all report nothing', async () => {
  const [mine, theirs] = [await faxed(), await faxed({ pharmacyId: other.id })];
  const someone = await enter(mine.path);
  const { formToken } = await someone.get(mine.path);
  const stranger = visitor();
  await stranger.post(theirs.path, { fact: other.ncpdpId ?? '' });
  const theirToken = (await stranger.get(theirs.path)).formToken;
  for (const [who, path, form] of [
    [someone, theirs.path, formToken],
    [someone, theirs.path, theirToken],
    [someone, mine.path, theirToken],
    [someone, mine.path, ''],
    [stranger, mine.path, theirToken],
    [stranger, mine.path, formToken],
    [visitor(), mine.path, formToken],
  ] as const)
    assert.equal((await who.post(`${path}/report`, { status: 'READY', form })).status, 403);
  assert.equal(
    (await eventsOf(mine)).length + (await eventsOf(theirs)).length,
    2,
    'only what made the fills',
  );
  // The right form, replayed once the session has ended, asks who it is.
  assert.equal((await someone.post(`${mine.path}/report`, { status: 'READY', form: formToken })).status, 303);
  await someone.post(`${mine.path}/leave`, {});
  assert.equal(
    (await someone.post(`${mine.path}/report`, { status: 'DELIVERED', form: formToken })).status,
    403,
  );
  assert.equal((await eventsOf(mine)).at(-1)?.to_state, 'FILLING');
});

test('a question goes to the practice once however often its form is sent, few wait at a time, and the answer stands on the page', async () => {
  const fax = await faxed();
  const someone = await enter(fax.path);
  const ask = async (question: string, again = 1) => {
    const { text, formToken } = await someone.get(fax.path);
    const once = /name="once" value="(\w+)"/.exec(text)?.[1] ?? assert.fail(text);
    let answer = await someone.post(`${fax.path}/ask`, { question, once, form: formToken });
    for (let sent = 1; sent < again; sent += 1)
      answer = await someone.post(`${fax.path}/ask`, { question, once, form: formToken });
    return answer;
  };
  const asked = () =>
    store
      .withOrg(orgId, (tx) => questionsOf(tx, orgId, [fax.order.fills[0].id]))
      .then((all) => all.get(fax.order.fills[0].id) ?? []);
  const first = await ask('Two <packages> at once?', 3);
  assert.deepEqual([first.status, first.headers.location], [303, `${fax.path}?done=asked`]);
  assert.deepEqual(
    (await asked()).map(({ text }) => text),
    ['Two <packages> at once?'],
  );
  const { text } = await someone.get(`${fax.path}?done=asked`);
  assert.ok(text.includes('Two &lt;packages&gt; at once?') && text.includes('Not answered yet.'));
  assert.equal((await ask(' ')).status, 422);
  assert.equal((await ask('x'.repeat(501))).status, 422);
  await ask('A second?');
  await ask('A third?');
  const refused = await ask('A fourth?');
  assert.equal(refused.status, 409);
  assert.ok(refused.text.includes('Call the practice.'));
  assert.equal((await asked()).length, 3);
  // Another session's form, and a pharmacy that has it no more, ask nothing.
  assert.equal((await someone.post(`${fax.path}/ask`, { question: 'Q?', once: 'a', form: '' })).status, 403);
  const gone = await faxed();
  const left = await enter(gone.path);
  const { formToken } = await left.get(gone.path);
  await store.withOrg(orgId, (tx) =>
    sql`update fill set pharmacy_id = ${other.id} where id = ${gone.order.fills[0].id}`.execute(tx),
  );
  const late = await left.post(`${gone.path}/ask`, { question: 'Q?', once: 'a', form: formToken });
  assert.equal(late.headers.location, gone.path);
  assert.ok(!(await left.get(gone.path)).text.includes('Ask the prescriber'));
});

test('quantities stand as people read them, with the code beside the record', async () => {
  const text = await record((await faxed()).path);
  assert.match(text, /<dt>Dispense<\/dt><dd>30\u00a0tablets \(thirty\)<\/dd>/);
  assert.match(text, /<dt>Unit \(NCPDP\)<\/dt><dd[^>]*>Tablet \(C48542\)<\/dd>/);
});

test('the page tells states in the words of the table, never as a code', async () => {
  for (const state of FILL_STATES) {
    const text = await record((await faxed({ states: [state] })).path);
    assert.doesNotMatch(
      text.replaceAll(/value="[A-Z]+"/g, ''),
      new RegExp(`\\b(?:${FILL_STATES.join('|')})\\b`),
      state,
    );
    const since = /<p>Since [^<]*: ([^<:]+)\.<\/p>/.exec(text)?.[1];
    const words = Object.values(PRACTICE_EN).map(({ word }) => word);
    assert.ok(since !== undefined && words.includes(since), `${state}: ${since}`);
  }
});

test('D4: what was not taken is not called sent, and what was refused is not tried again', async () => {
  const fax = await faxed({ states: ['STUCK'] });
  const { transmissionId } = fax.order.fills[0];
  await store.withOrg(orgId, async (tx) => {
    await sql`update transmission set state = 'rejected', accepted_at = null where id = ${transmissionId}`.execute(
      tx,
    );
    await sql`update attempt set outcome = 'RETRY', reason = 'busy' where transmission_id = ${transmissionId}`.execute(
      tx,
    );
    await sql`insert into attempt (org_id, transmission_id, number, started_at, ended_at, outcome, reason) values
      (${orgId}, ${transmissionId}, 2, '2026-11-20T14:40:00.000Z', '2026-11-20T14:41:00.000Z', 'REJECTED', 'no-fax')`.execute(
      tx,
    );
  });
  const text = await record(fax.path);
  assert.ok(text.includes('Prescription by fax, attempt 1: not delivered (busy)'), text);
  assert.ok(text.includes('Prescription by fax, attempt 2: refused (no-fax)'));
  assert.doesNotMatch(text, /Prescription sent/);
});

test('the pharmacy says that it cannot fill, and why', async () => {
  const fax = await faxed();
  const someone = await enter(fax.path);
  const { formToken } = await someone.get(fax.path);
  const send = (form: Record<string, string>) =>
    someone.post(`${fax.path}/report`, { form: formToken, ...form });
  assert.equal((await send({ status: 'ERROR', reason: 'because <script>' })).status, 422);
  assert.equal((await send({ status: 'BROKEN' })).status, 422);
  assert.equal((await send({ status: 'SHIPPED', carrier: 'x'.repeat(65) })).status, 422);
  assert.equal((await eventsOf(fax)).length, 1);
  assert.equal((await send({ status: 'ERROR', reason: 'out-of-stock' })).status, 303);
  const { rows } = await store.withOrg(orgId, (tx) =>
    sql<object>`select state, state_reason, state_owner from fill where id = ${fax.order.fills[0].id}`.execute(
      tx,
    ),
  );
  assert.deepEqual(rows, [
    { state: 'ERROR', state_reason: 'cannot-fill-out-of-stock', state_owner: 'practice' },
  ]);
  const { text } = await someone.get(fax.path);
  assert.ok(text.includes('Reported “Problem” (Out of stock) on this page'));
});
