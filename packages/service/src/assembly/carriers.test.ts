// Tests who carries faxes, as the configuration says.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import { createHandOvers } from '../delivery/inside.ts';
import { systemPorts } from '../kernel/ports.ts';
import { faxCarrierOf } from './carriers.ts';

/** None of these carriers is asked to hand anything over. */
const nothingHandedOver = createHandOvers(
  {
    withOrg: async () => {
      throw new Error('no store');
    },
  },
  systemPorts,
);
const base = { baseUrl: 'http://127.0.0.1:8080' };
const fax = { url: 'http://127.0.0.1:9', key: 'k', from: '6175550151' };

test('the words of a fax go to the machine of a sandbox only: elsewhere the service does not start', async () => {
  const simulated = { ...fax, simulated: true } as const;
  assert.throws(
    () => faxCarrierOf({ fax: simulated, deliveries: 'public', ...base }, nothingHandedOver),
    /of a sandbox only/,
  );
  await faxCarrierOf({ fax: simulated, deliveries: 'loopback', ...base }, nothingHandedOver).close();
  await faxCarrierOf({ fax, deliveries: 'public', ...base }, nothingHandedOver).close();
});

test('a fax carrier is chosen by its name, and one that is not there is named at the start', async () => {
  await faxCarrierOf(
    { fax: { ...fax, carrier: 'http' }, deliveries: 'public', ...base },
    nothingHandedOver,
  ).close();
  assert.throws(
    () =>
      faxCarrierOf({ fax: { ...fax, carrier: 'pigeon' }, deliveries: 'public', ...base }, nothingHandedOver),
    /FAX_CARRIER is one of http/,
  );
});

test('without a carrier a fax has certainly not left', async () => {
  const none = faxCarrierOf({ fax: null, deliveries: 'public', ...base }, nothingHandedOver);
  const page = {
    orgId: TEST_ORGANIZATION,
    faxId: 'a',
    to: '6175550142',
    from: '',
    document: new Uint8Array(),
    lines: [],
  };
  assert.deepEqual(await none.sendFax(page, new AbortController().signal), {
    state: 'failed',
    reason: 'no-carrier',
  });
  await none.close();
});
