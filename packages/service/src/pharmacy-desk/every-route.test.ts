// Goal: no page and no form of a pharmacy that signs in answers or does anything without a whole session of its own, also for who kept a cookie after its end.
// Method: every route that the pages open is tried, so that one that is added later is tried as well, or fails here.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { HEALTH_INFORMATION } from '@pestle/testbed/tracking/link';
import {
  DESK_PASSWORD,
  openPharmacyDesk,
  type PharmacyVisitor,
} from '@pestle/testbed/tracking/pharmacy-desk';
import { rowsOf } from '@pestle/testbed/tracking/rows-digest';
import type { Visitor } from '@pestle/testbed/tracking/visitor';
import { sql } from 'kysely';

/** Before a session there is nothing else: each says so itself, and `sign-in.test.ts` attacks them. */
const OUTSIDE = [
  'GET /pharmacy',
  'GET /pharmacy/sign-in',
  'POST /pharmacy/sign-in',
  'GET /pharmacy/code',
  'POST /pharmacy/code',
  'GET /pharmacy/invitation/:token',
  'POST /pharmacy/invitation/:token',
  'GET /pharmacy/app',
  'POST /pharmacy/app',
  'POST /pharmacy/sign-out',
];
const FIELDS = {
  status: 'DELIVERED',
  question: 'May it be crushed?',
  once: 'a1',
  field: 'phone',
  phone: '617-555-0142',
  kind: 'bearer',
  overlap: '1',
  key: 'x',
  correction: 'x',
  current: DESK_PASSWORD,
  password: 'seven copper kettles hum at dusk',
  code: '000000',
};

describe('every route of a pharmacy that is signed in', () => {
  let desk: Awaited<ReturnType<typeof openPharmacyDesk>>;
  let dana: PharmacyVisitor;
  let paths: { readonly name: string; readonly method: string; readonly path: string }[];
  before(async () => {
    desk = await openPharmacyDesk();
    dana = await desk.arrive('dana@corner.example');
    const { order } = await desk.faxed();
    paths = desk.routes
      .filter(({ url }) => url.startsWith('/pharmacy'))
      .map(({ method, url }) => ({
        name: `${method} ${url}`,
        method,
        path: url.replace(':order', order.id).replace(':fill', order.fills[0].id),
      }))
      .filter(({ name }) => !OUTSIDE.includes(name));
  });
  after(async () => {
    await desk.app.close();
    await desk.store.close();
    assert.deepEqual(desk.unexpected, []);
  });

  type Path = (typeof paths)[number];
  const asked = (by: Visitor, { method, path }: Path, form: string): ReturnType<Visitor['get']> =>
    method === 'GET' ? by.get(path) : by.post(path, { ...FIELDS, form });
  /** All that these pages keep. */
  const kept = async () => ({
    ...(await rowsOf(desk.store, desk.orgId)),
    ...(await desk.store.asOwner(async (owner) => {
      const { rows } = await sql<{ kept: string }>`select md5(
        coalesce((select string_agg(t::text, '' order by t::text) from pharmacy t), '') ||
        coalesce((select string_agg(t::text, '' order by t::text) from pharmacy_correction t), '') ||
        coalesce((select string_agg(id || password_hash, '' order by id) from pharmacy_account), '')) as kept`.execute(
        owner,
      );
      return rows[0];
    })),
    keys: JSON.stringify(await desk.hookKeys.list(desk.pharmacy.id)),
  });

  test('what is outside is named, and the rest were seen', () => {
    const names = desk.routes
      .filter(({ url }) => url.startsWith('/pharmacy'))
      .map(({ method, url }) => `${method} ${url}`);
    for (const name of OUTSIDE) assert.ok(names.includes(name), `${name} is gone`);
    assert.ok(paths.filter(({ method }) => method === 'POST').length >= 7 && paths.length >= 12);
    for (const { path } of paths) assert.doesNotMatch(path, /:/, 'say what stands there');
  });

  test('without a session, with the password alone, and with the cookie of one that has ended, the way leads to the sign-in', async () => {
    const { formToken } = await dana.visitor.get('/pharmacy/facts');
    const half = desk.visitor();
    const began = await half.post('/pharmacy/sign-in', { email: dana.email, password: DESK_PASSWORD });
    assert.equal(began.headers['location'], '/pharmacy/code');
    const halfCookie = half.cookie();
    // A thief who copied cookie and form before its person signed out, or was let go.
    const left = await desk.arrive('lea@corner.example');
    const leftCookie = left.visitor.cookie();
    const leftForm = (await left.visitor.get('/pharmacy/facts')).formToken;
    await left.send('/pharmacy/facts', '/pharmacy/sign-out', {});
    const fired = await desk.arrive('mia@corner.example');
    const firedCookie = fired.visitor.cookie();
    const firedForm = (await fired.visitor.get('/pharmacy/facts')).formToken;
    await desk.administration.setActive({ id: fired.accountId, active: false, by: 'olga' });
    const before = await kept();
    for (const one of paths)
      for (const [cookie, form] of [
        ['', formToken],
        [halfCookie, formToken],
        [leftCookie, leftForm],
        [firedCookie, firedForm],
      ] as const) {
        const { statusCode, headers, body } = await desk.app.inject({
          method: one.method as 'GET' | 'POST',
          url: one.path,
          headers: {
            ...(cookie === '' ? {} : { cookie }),
            'content-type': 'application/x-www-form-urlencoded',
          },
          ...(one.method === 'GET' ? {} : { payload: new URLSearchParams({ ...FIELDS, form }).toString() }),
        });
        assert.equal(statusCode, 303, one.name);
        assert.match(String(headers['location']), /^\/pharmacy\/sign-in(?:\?ended=1)?$/, one.name);
        for (const word of HEALTH_INFORMATION) assert.ok(!body.includes(word), one.name);
      }
    assert.deepEqual(await kept(), before);
  });

  test('no form counts that is missing, made up, of a colleague, or sent by another site', async () => {
    const oto = await desk.arrive('oto@corner.example');
    const theirs = (await oto.visitor.get('/pharmacy/facts')).formToken;
    const { formToken } = await dana.visitor.get('/pharmacy/facts');
    assert.ok(theirs !== '' && theirs !== formToken);
    const posts = paths.filter(({ method }) => method === 'POST');
    const before = await kept();
    for (const one of posts) {
      for (const form of ['', 'x', theirs])
        assert.equal((await asked(dana.visitor, one, form)).status, 403, `${one.name}: ${form}`);
      for (const from of [{ origin: 'https://evil.example' }, { 'sec-fetch-site': 'cross-site' }]) {
        const { statusCode } = await desk.app.inject({
          method: 'POST',
          url: one.path,
          headers: {
            ...from,
            cookie: dana.visitor.cookie(),
            'content-type': 'application/x-www-form-urlencoded',
          },
          payload: new URLSearchParams({ ...FIELDS, form: formToken }).toString(),
        });
        assert.equal(statusCode, 403, `${one.name}: ${JSON.stringify(from)}`);
      }
    }
    assert.deepEqual(await kept(), before);
  });

  test('with session and form each does answer: none was refused for another reason', async () => {
    for (const one of paths) {
      const { formToken } = await dana.visitor.get('/pharmacy/facts');
      const { status, headers } = await asked(dana.visitor, one, formToken);
      assert.notEqual(status, 403, one.name);
      assert.doesNotMatch(JSON.stringify(headers['location'] ?? ''), /sign-in/, one.name);
    }
  });

  test('of another pharmacy no form does anything to this one\u2019s prescriptions, whatever it names', async () => {
    const other = await desk.anotherPharmacy();
    const eve = await desk.arrive('eve@elsewhere.example', other.id);
    const before = await kept();
    for (const one of paths.filter(({ path }) => path.includes('/orders/'))) {
      const { formToken } = await eve.visitor.get('/pharmacy/facts');
      const { status, text } = await asked(eve.visitor, one, formToken);
      assert.equal(status, 404, one.name);
      for (const word of HEALTH_INFORMATION) assert.ok(!text.includes(word), one.name);
    }
    assert.deepEqual(await kept(), before);
  });
});
