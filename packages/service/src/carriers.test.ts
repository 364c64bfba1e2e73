// Tests who carries faxes, as the configuration says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { faxCarrierOf } from './carriers.ts';

const fax = { url: 'http://127.0.0.1:9', key: 'k', from: '6175550151' };

test('the words of a fax go to the machine of a sandbox only: elsewhere the service does not start', async () => {
  const simulated = { ...fax, simulated: true } as const;
  assert.throws(() => faxCarrierOf({ fax: simulated, deliveries: 'public' }), /of a sandbox only/);
  await faxCarrierOf({ fax: simulated, deliveries: 'loopback' }).close();
  await faxCarrierOf({ fax, deliveries: 'public' }).close();
});

test('a fax carrier is chosen by its name, and one that is not there is named at the start', async () => {
  await faxCarrierOf({ fax: { ...fax, carrier: 'http' }, deliveries: 'public' }).close();
  assert.throws(
    () => faxCarrierOf({ fax: { ...fax, carrier: 'pigeon' }, deliveries: 'public' }),
    /FAX_CARRIER is one of http/,
  );
});

test('without a carrier a fax has certainly not left', async () => {
  const none = faxCarrierOf({ fax: null, deliveries: 'public' });
  const page = { faxId: 'a', to: '6175550142', from: '', document: new Uint8Array(), lines: [] };
  assert.deepEqual(await none.sendFax(page, new AbortController().signal), {
    state: 'failed',
    reason: 'no-carrier',
  });
  await none.close();
});
