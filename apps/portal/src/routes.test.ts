// The portal's addresses: each page, what is none, and that no sign-in leads away from it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { returnAddress, returnedTo, routeOf } from './routes.ts';

const ORIGIN = 'https://rx.example';

test('each address names its page', () => {
  assert.deepEqual(routeOf('/portal/'), { page: 'home' });
  assert.deepEqual(routeOf('/portal'), { page: 'home' });
  assert.deepEqual(routeOf('/portal/prescriptions/rx_1'), { page: 'prescription', id: 'rx_1' });
  assert.deepEqual(routeOf('/portal/settings'), { page: 'settings', applicationId: null });
  assert.deepEqual(routeOf('/portal/settings/app_1'), { page: 'settings', applicationId: 'app_1' });
  for (const path of ['/', '/elsewhere', '/portal/x', '/portal/prescriptions', '/portal/settings/a/b'])
    assert.deepEqual(routeOf(path), { page: 'unknown' }, path);
  assert.deepEqual(routeOf('/portal/prescriptions/%E0%A4%A'), { page: 'prescription', id: '%E0%A4%A' });
});

test('a sign-in takes the page with it and comes back to it', () => {
  const address = new URL(returnAddress(ORIGIN, '/portal/prescriptions/rx_1'));
  assert.equal(address.origin + address.pathname, `${ORIGIN}/portal/`);
  assert.equal(returnedTo({ search: address.search, origin: ORIGIN }), '/portal/prescriptions/rx_1');
  assert.equal(returnAddress(ORIGIN, '/portal/'), `${ORIGIN}/portal/`);
});

test('no sign-in leads away from the portal', () => {
  for (const to of [
    'https://evil.example/portal/',
    '//evil.example/portal/',
    '/oidc/auth',
    'javascript:alert(1)',
  ])
    assert.equal(returnedTo({ search: `?to=${encodeURIComponent(to)}`, origin: ORIGIN }), null, to);
});
