// Runs the examples of docs/guides/pharmacies.md as they stand, and holds the table of docs/reference/status-hook.md to the rules.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { promisify } from 'node:util';
import { applyReport, FILL_STATES, PHARMACY_REPORTS } from '@pestle/rules/fill-status';
import {
  insertHookCredential,
  insertOrganization,
  insertPharmacy,
} from '@pestle/testbed/practice/directory-rows';
import { insertOrder } from '@pestle/testbed/practice/order-rows';
import { skipWithout } from '@pestle/testbed/processes/commands';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { trackingApp } from '@pestle/testbed/tracking/tracking-app';
import { systemPorts } from '../kernel/ports.ts';

const guide = readFileSync(new URL('../../../../docs/guides/pharmacies.md', import.meta.url), 'utf8');
const examples = [...guide.matchAll(/```sh\n(.*?)```\n+```json\n(.*?)```/gs)].map(
  ([, script = '', answer = '']) => ({ script, answer }),
);

const store = await openTestStore();
const { app, listen } = await trackingApp(store, systemPorts);
const address = await listen();
after(async () => {
  await app.close();
  await store.close();
});

test('the guide for pharmacies: every example gives the answer that stands below it', {
  skip: skipWithout('sh', 'curl', 'openssl', 'base64', 'od'),
}, async () => {
  const orgId = await insertOrganization(store);
  const pharmacy = await insertPharmacy(store);
  const secret = `whsec_${Buffer.from('a secret of thirty-two bytes len').toString('base64')}`;
  await insertHookCredential(store, { pharmacyId: pharmacy.id }, { key: 'your-bearer-key' });
  await insertHookCredential(store, { pharmacyId: pharmacy.id }, { keyId: 'corner-1', secret });
  const order = await insertOrder(store, { orgId, pharmacyId: pharmacy.id });
  const env = {
    PATH: process.env['PATH'],
    PESTLE_URL: address,
    PESTLE_KEY: 'your-bearer-key',
    PESTLE_SECRET: secret,
    PESTLE_KEY_ID: 'corner-1',
    ORDER: order.fills[0].orderNumber,
  };
  assert.equal(examples.length, 6);
  for (const { script, answer } of examples) {
    const { stdout } = await promisify(execFile)('sh', ['-eu', '-c', script], { env });
    const given = JSON.parse(stdout) as { request_id?: string };
    const expected: unknown = JSON.parse(
      answer.replaceAll('$ORDER', env.ORDER).replaceAll('$REQUEST_ID', given.request_id ?? ''),
    );
    assert.deepEqual(given, expected, script);
  }
});

test('the reference: its table of moves is what the rules do', () => {
  const reference = readFileSync(
    new URL('../../../../docs/reference/status-hook.md', import.meta.url),
    'utf8',
  );
  const table = reference.slice(reference.indexOf('| now \\ report |')).split('\n\n')[0] ?? '';
  const rows = table
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').map((cell) => cell.trim()));
  assert.equal(rows.length, 7);
  for (const [, label = '', ...cells] of rows) {
    const state = FILL_STATES.find((name) => label.includes(`\`${name}\``));
    assert.ok(state, label);
    for (const [index, report] of PHARMACY_REPORTS.entries()) {
      const { outcome, alert, updatesTracking } = applyReport(state, report);
      const word =
        outcome === 'applied'
          ? 'moves'
          : outcome === 'contradiction'
            ? '409'
            : updatesTracking
              ? 'new tracking'
              : '–';
      assert.equal(cells[index], alert === undefined ? word : `${word}, alert`, `${state} ${report}`);
    }
  }
});
