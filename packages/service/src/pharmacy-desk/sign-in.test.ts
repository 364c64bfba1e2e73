// Tests who gets in on the pages for pharmacies, and attacks on the way: invitations, proofs, passwords, codes, sessions, forms.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { DESK_PASSWORD, openPharmacyDesk } from '@pestle/testbed/tracking/pharmacy-desk';
import { sql } from 'kysely';
import { PHARMACY_DESK_LIMITS as LIMITS } from './limits.ts';

const desk = await openPharmacyDesk();
const { store, app, unexpected, clock, pharmacy, administration, visitor, faxed, invite, arrive, code } =
  desk;
after(async () => {
  await app.close();
  await store.close();
  assert.deepEqual(unexpected, []);
});

const actsOf = async (id: string): Promise<readonly string[]> => {
  const { rows } = await store.asKeeper((tx) =>
    sql<{
      action: string;
    }>`select action from network_audit_entry where subject_id = ${id} order by at`.execute(tx),
  );
  return rows.map(({ action }) => action);
};

test('the operator\u2019s link and the code of a fax together make an account; each step leaves an entry', async () => {
  const dana = await arrive('dana@corner.example');
  const { text } = await dana.visitor.get('/pharmacy/orders');
  assert.ok(text.includes('Corner Drugstore #12') && text.includes('Dana Doe'));
  assert.deepEqual(await actsOf(dana.accountId), [
    'pharmacy-account.invite',
    'pharmacy-account.accept',
    'pharmacy-account.enrol',
  ]);
  const [person] = (await administration.accounts(pharmacy.id)).filter(({ id }) => id === dana.accountId);
  assert.deepEqual(
    [person?.state, person?.invitationUntil, person?.email],
    ['active', null, 'dana@corner.example'],
  );
  const { rows } = await store.asKeeper((tx) =>
    sql<{
      all: string;
    }>`select row_to_json(a)::text as all from pharmacy_account a where id = ${dana.accountId}`.execute(tx),
  );
  assert.ok(
    !rows[0]?.all.includes(DESK_PASSWORD) && !rows[0]?.all.includes(dana.appKey),
    'no secret in plain',
  );
});

test('guessed invitations: a link alone, a fax alone, another pharmacy\u2019s fax, an old one, one that was not delivered and a link that ended open nothing', async () => {
  const { path, account } = await invite('eve@corner.example');
  const other = await desk.anotherPharmacy();
  const [mine, theirs, undelivered, old, revoked] = [
    await faxed(),
    await faxed({ pharmacyId: other.id }),
    await faxed(),
    await faxed(),
    await faxed(),
  ];
  const set = (id: string, change: ReturnType<typeof sql>, table = sql`transmission`) =>
    store.withOrg(desk.orgId, (tx) => sql`update ${table} set ${change} where id = ${id}`.execute(tx));
  await set(undelivered.subject.transmissionId, sql`state = 'exhausted', accepted_at = null`);
  await set(old.subject.transmissionId, sql`accepted_at = '2026-10-01T00:00:00Z'`);
  await store.withOrg(desk.orgId, (tx) =>
    sql`update secure_link set revoked_at = now() where fill_id = ${revoked.order.fills[0].id}`.execute(tx),
  );
  for (const proof of [
    '',
    'nothing',
    '\0',
    pharmacy.ncpdpId ?? '',
    pharmacy.npi ?? '',
    theirs.link.code,
    undelivered.link.code,
    old.link.code,
    revoked.link.code,
    // What stands in the square is the link itself; what is asked for is typed from the paper.
    mine.link.token,
  ]) {
    const answer = await visitor().post(path, { proof, password: DESK_PASSWORD });
    assert.equal(answer.status, 422, proof);
    assert.ok(answer.text.includes('That proves nothing about this pharmacy.'));
    assert.equal(answer.headers['set-cookie'], undefined);
  }
  // Of the last character only some bits count, so that one link in sixteen ends in an A itself.
  const altered = `${path.slice(-43, -1)}${path.endsWith('A') ? 'E' : 'A'}`;
  for (const token of ['a', 'A'.repeat(43), altered, '%00', '../facts']) {
    const answer = await visitor().post(`/pharmacy/invitation/${encodeURIComponent(token)}`, {
      proof: mine.link.code,
      password: DESK_PASSWORD,
    });
    assert.equal(answer.status, 404, token);
  }
  assert.equal(
    (await administration.accounts(pharmacy.id)).find(({ id }) => id === account.id)?.state,
    'invited',
  );
  // Guessing slows the source down, and nobody else.
  const guesser = visitor('198.51.100.7');
  let last = 0;
  for (let guess = 0; guess < 11; guess += 1)
    last = (await guesser.get(`/pharmacy/invitation/${String(guess).padStart(43, 'x')}`)).status;
  assert.equal(last, 429);
  assert.equal((await visitor().get(path)).status, 200);
  // The right ones, once the link is over.
  clock.forward(LIMITS.invitationSeconds * 1_000);
  assert.equal((await visitor().post(path, { proof: mine.link.code, password: DESK_PASSWORD })).status, 404);
});

test('an invitation holds until the app is confirmed, and never after; a newer one ends it', async () => {
  const first = await invite('fay@corner.example');
  const second = await invite('FAY@corner.example ');
  assert.equal(first.account.id, second.account.id);
  assert.equal((await visitor().get(first.path)).status, 404, 'replaced');
  const fax = await faxed();
  const who = visitor();
  const weak = await who.post(second.path, { proof: fax.link.code, password: 'password1234' });
  assert.equal(weak.status, 422);
  assert.ok(
    weak.text.includes('would be guessed') && weak.text.includes(fax.link.code),
    'what was typed as proof stays',
  );
  const form = { proof: fax.link.code, password: DESK_PASSWORD };
  assert.equal((await who.post(second.path, form)).status, 303);
  // Nobody signs in by the password alone.
  const early = await visitor().post('/pharmacy/sign-in', {
    email: 'fay@corner.example',
    password: DESK_PASSWORD,
  });
  assert.equal(early.status, 422);
  assert.equal((await who.get('/pharmacy/orders')).headers['location'], '/pharmacy/sign-in');
  // A page that was closed: again, from the beginning.
  const again = visitor();
  assert.equal((await again.post(second.path, form)).status, 303);
  assert.equal((await who.get('/pharmacy/app')).status, 303, 'the session before has ended');
  const page = await again.get('/pharmacy/app');
  const key = (/class="key"[^>]*>([^<]+)</.exec(page.text)?.[1] ?? '').replaceAll(' ', '');
  assert.equal((await again.post('/pharmacy/app', { code: '000000', form: page.formToken })).status, 422);
  assert.equal((await again.post('/pharmacy/app', { code: code(key), form: 'other' })).status, 403);
  const confirmed = await again.post('/pharmacy/app', { code: code(key), form: page.formToken });
  assert.equal(confirmed.headers['location'], '/pharmacy/orders');
  assert.equal((await visitor().post(second.path, form)).status, 404, 'replayed');
});

test('a key of the hook that is valid now proves the pharmacy as well, of either kind; one that has ended does not', async () => {
  const hooked = await desk.anotherPharmacy();
  const { hookKeys } = desk;
  const bearer = await hookKeys.add({ ownerId: hooked.id, kind: 'bearer', by: 'olga' });
  const signing = await hookKeys.add({ ownerId: hooked.id, kind: 'standard-webhooks', by: 'olga' });
  const ended = await hookKeys.add({ ownerId: hooked.id, kind: 'bearer', by: 'olga' });
  await hookKeys.end({ ownerId: hooked.id, id: ended.key.id, by: 'olga' });
  clock.forward(1_000);
  const { path } = await invite('gus@hooked.example', hooked.id);
  const prove = (proof: string | null) =>
    visitor().post(path, { proof: proof ?? '', password: DESK_PASSWORD });
  assert.equal((await prove(ended.secret)).status, 422);
  assert.equal((await prove(`${bearer.secret}x`)).status, 422);
  assert.equal((await prove(bearer.secret)).status, 303);
  assert.equal((await prove(signing.secret)).status, 303);
});

test('password and code sign in; what is answered does not tell whether there is an account, and each code counts once', async () => {
  const hal = await arrive('hal@corner.example');
  const signIn = (email: string, password: string, who = visitor()) =>
    who.post('/pharmacy/sign-in', { email, password });
  const wrong = await signIn(hal.email, 'not the password at all');
  const nobody = await signIn('nobody@corner.example', 'not the password at all');
  assert.deepEqual([wrong.status, nobody.status], [422, 422]);
  assert.equal(
    wrong.text.replaceAll(hal.email, ''),
    nobody.text.replaceAll('nobody@corner.example', ''),
    'the same words',
  );
  const who = visitor();
  const right = await signIn(` ${hal.email.toUpperCase()}`, DESK_PASSWORD, who);
  assert.equal(right.headers['location'], '/pharmacy/code');
  assert.match(
    String(right.headers['set-cookie']),
    /^pestle_pharmacy=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  assert.equal((await who.get('/pharmacy/orders')).headers['location'], '/pharmacy/sign-in', 'not yet');
  const { formToken } = await who.get('/pharmacy/code');
  const used = code(hal.appKey);
  assert.equal((await who.post('/pharmacy/code', { code: '123', form: formToken })).status, 422);
  const whole = await who.post('/pharmacy/code', { code: used, form: formToken });
  assert.equal(whole.headers['location'], '/pharmacy/orders');
  assert.equal((await who.get('/pharmacy/orders')).status, 200);
  const second = visitor();
  await signIn(hal.email, DESK_PASSWORD, second);
  const page = await second.get('/pharmacy/code');
  assert.equal(
    (await second.post('/pharmacy/code', { code: used, form: page.formToken })).status,
    422,
    'used',
  );
  assert.ok((await actsOf(hal.accountId)).includes('pharmacy-account.refused'));
});

test('wrong passwords slow their source down, and codes the account', async () => {
  const ida = await arrive('ida@corner.example');
  const guesser = visitor('198.51.100.8');
  const statuses: number[] = [];
  for (let guess = 0; guess < 11; guess += 1)
    statuses.push(
      (await guesser.post('/pharmacy/sign-in', { email: ida.email, password: `guess ${guess}` })).status,
    );
  assert.deepEqual([statuses[9], statuses[10]], [422, 429]);
  const elsewhere = visitor();
  assert.equal(
    (await elsewhere.post('/pharmacy/sign-in', { email: ida.email, password: DESK_PASSWORD })).status,
    303,
    'the person is not locked out',
  );
  const { formToken } = await elsewhere.get('/pharmacy/code');
  let last = 0;
  for (let guess = 0; guess < 9; guess += 1)
    last = (await elsewhere.post('/pharmacy/code', { code: String(guess).padStart(6, '0'), form: formToken }))
      .status;
  assert.equal(last, 429);
});

test('sessions end by sign-out, when idle, when old, and with the account', async () => {
  const idle = await arrive('jon@corner.example');
  clock.forward(LIMITS.idleSeconds * 1_000 - 1_000);
  assert.equal((await idle.visitor.get('/pharmacy/facts')).status, 200);
  clock.forward(LIMITS.idleSeconds * 1_000);
  const ended = await idle.visitor.get('/pharmacy/facts');
  assert.equal(ended.headers['location'], '/pharmacy/sign-in?ended=1');

  const old = await arrive('kim@corner.example');
  for (let passed = 0; passed < LIMITS.sessionSeconds; passed += LIMITS.idleSeconds - 60) {
    await old.visitor.get('/pharmacy/facts');
    clock.forward((LIMITS.idleSeconds - 60) * 1_000);
  }
  assert.equal((await old.visitor.get('/pharmacy/facts')).status, 303);

  const leaver = await arrive('lea@corner.example');
  const { formToken } = await leaver.visitor.get('/pharmacy/facts');
  const left = await leaver.send('/pharmacy/facts', '/pharmacy/sign-out', {});
  assert.equal(left.headers['location'], '/pharmacy/sign-in');
  const replayed = await leaver.visitor.post('/pharmacy/facts', {
    form: formToken,
    field: 'phone',
    phone: '6175550111',
  });
  assert.equal(replayed.status, 303);

  const fired = await arrive('mia@corner.example');
  const by = 'olga';
  assert.equal((await administration.setActive({ id: fired.accountId, active: false, by })).changed, true);
  assert.equal((await fired.visitor.get('/pharmacy/orders')).status, 303);
  const back = await visitor().post('/pharmacy/sign-in', { email: fired.email, password: DESK_PASSWORD });
  assert.equal(back.status, 422);
  await desk.desk.maintain();
});

test('a new password needs the present one and a code, is judged like the first, and ends every other session', async () => {
  const ron = await arrive('ron@corner.example');
  const elsewhere = visitor();
  await elsewhere.post('/pharmacy/sign-in', { email: ron.email, password: DESK_PASSWORD });
  const step = await elsewhere.get('/pharmacy/code');
  await elsewhere.post('/pharmacy/code', { code: code(ron.appKey), form: step.formToken });
  assert.equal((await elsewhere.get('/pharmacy/orders')).status, 200);
  const chosen = 'seven copper kettles hum at dusk';
  const change = (form: Readonly<Record<string, string>>) =>
    ron.send('/pharmacy/password', '/pharmacy/password', {
      current: DESK_PASSWORD,
      code: '',
      password: chosen,
      ...form,
    });
  const unfit = code(ron.appKey);
  for (const [form, said] of [
    [{ current: 'not the present one', code: unfit }, 'The present password is not right.'],
    [{ password: 'password1234', code: unfit }, 'would be guessed'],
    [{ password: 'ron', code: unfit }, 'at least 12 characters'],
    [{ code: '000000' }, 'The code is not right'],
    [{}, 'The code is not right'],
  ] as const) {
    const answer = await change(form);
    assert.equal(answer.status, 422, said);
    assert.ok(answer.text.includes(said), said);
    assert.ok(!answer.text.includes(chosen), 'no password stands in a page');
  }
  assert.equal((await elsewhere.get('/pharmacy/orders')).status, 200, 'nothing has changed');
  // What was refused for another reason has used up no code.
  const done = await change({ code: unfit });
  assert.equal(done.headers['location'], '/pharmacy/password?done=changed');
  assert.match((await ron.visitor.get('/pharmacy/password?done=changed')).text, /The password was changed/);
  assert.equal((await elsewhere.get('/pharmacy/orders')).status, 303, 'signed out');
  assert.equal((await change({ code: code(ron.appKey) })).status, 422, 'sent again');
  const signIn = async (password: string) =>
    (await visitor().post('/pharmacy/sign-in', { email: ron.email, password })).status;
  assert.deepEqual([await signIn(DESK_PASSWORD), await signIn(chosen)], [422, 303]);
  assert.ok((await actsOf(ron.accountId)).includes('pharmacy-account.password'));
  const stranger = visitor();
  const asked = await stranger.post('/pharmacy/password', { current: chosen, code: '1', password: chosen });
  assert.equal(asked.headers['location'], '/pharmacy/sign-in', 'nobody without a session');
});

test('two new passwords at once: one of them counts', async () => {
  const sue = await arrive('sue@corner.example');
  const { formToken } = await sue.visitor.get('/pharmacy/password');
  const once = code(sue.appKey);
  const both = ['blue gravel sings to slow trains', 'nine paper boats cross the attic'];
  const answers = await Promise.all(
    both.map((password) =>
      sue.visitor.post('/pharmacy/password', {
        form: formToken,
        current: DESK_PASSWORD,
        code: once,
        password,
      }),
    ),
  );
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  assert.deepEqual(statuses, [303, 422]);
  const winner = both.find((_, index) => answers[index]?.status === 303) ?? '';
  const signedIn = await visitor().post('/pharmacy/sign-in', { email: sue.email, password: winner });
  assert.equal(signedIn.status, 303);
});

test('forms of other sites, and of other sessions, do nothing', async () => {
  const nia = await arrive('nia@corner.example');
  const oto = await arrive('oto@corner.example');
  const { formToken } = await oto.visitor.get('/pharmacy/facts');
  for (const form of ['', 'x', formToken]) {
    const answer = await nia.visitor.post('/pharmacy/facts', {
      form,
      field: 'phone',
      phone: '6175550111',
      once: 'a',
    });
    assert.equal(answer.status, 403);
  }
  for (const headers of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
    const { statusCode } = await app.inject({
      method: 'POST',
      url: '/pharmacy/sign-in',
      headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ email: nia.email, password: DESK_PASSWORD }).toString(),
    });
    assert.equal(statusCode, 403);
  }
  const { headers } = await nia.visitor.get('/pharmacy/orders');
  assert.match(
    String(headers['content-security-policy']),
    /default-src 'none'.*script-src 'self'.*form-action 'self'.*frame-ancestors 'none'/,
  );
  assert.equal(headers['cache-control'], 'no-store');
});

test('operators: an address of another pharmacy, a pharmacy that is not there, and more people than there may be are refused', async () => {
  await invite('pat@corner.example');
  const other = await desk.anotherPharmacy();
  const asked = (email: string, pharmacyId: string) =>
    administration.invite({ email, pharmacyId, name: 'P', by: 'olga' });
  await assert.rejects(asked('pat@corner.example', other.id), { code: 'INVALID_INPUT' });
  await assert.rejects(asked('no address', other.id), { code: 'INVALID_INPUT' });
  await assert.rejects(asked('q@x.example', 'phr_01ABSENT000000000000000000'), { code: 'NOT_FOUND' });
  for (let person = 0; person < LIMITS.accountsMax; person += 1)
    await asked(`p${person}@other.example`, other.id);
  await assert.rejects(asked('one-more@other.example', other.id), { code: 'INVALID_INPUT' });
});
