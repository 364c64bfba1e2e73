// The alias kit: a page written for another vendor's tags runs after changing the import.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { patients } from '@pestle/sandbox/seed';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { oneTestbed } from '../../support/one-testbed.ts';

let testbed: Testbed;
before(async () => {
  testbed = await oneTestbed();
});

/** The import that a page changes. */
const kit = (prefix: string): string =>
  `<script type="module">import { defineAliases } from '${testbed.script.replace('pestle.js', 'aliases.js')}'; defineAliases({ prefix: '${prefix}' }); defineAliases({ prefix: '${prefix}' });</script>`;
const KEEP_EVENTS = `<script>
  window.events = [];
  for (const name of ['ready', 'error', 'draft-prescription-created', 'order-error'])
    for (const prefix of ['acme', 'svc']) document.addEventListener(prefix + '-' + name, (event) => {
      if (event.target.localName.endsWith('workflow')) window.events.push([event.type, event.detail]);
    });
</script>`;

test('defineAliases: tags, attributes and events under another prefix, with every attribute that the other vendor documents', async () => {
  const externalId = patients[0]?.externalId ?? '';
  const body = `<acme-client id="${testbed.clientId}" org="${testbed.orgId}" dev-mode="true" auto-login="false">
    <acme-prescribe-workflow
      patient-id="${externalId}"
      template-ids="" prescription-ids=""
      template-overrides="{}" prescription-overrides="{}"
      initial-prescriptions="[]" disable-list="[]"
      hide-submit="false" hide-templates="true" hide-patient-card="false"
      enable-order="true" enable-local-pickup="true" enable-send-to-patient="true" enable-delivery-pharmacies="false"
      enable-combine-and-duplicate="true" enable-med-history="true" enable-med-history-links="true" enable-med-history-refill-button="true"
      optional-patient-address="true"
      address='{"street1":"1 Main St","city":"Columbus","state":"OH","postalCode":"43215"}'
      weight="70" weight-unit="kg" additional-notes="Call first." trigger-submit="false" toast-buffer="0"
      external-order-id="12345678901234567890" group-id="grp" allow-off-catalog-search="true" enable-coverage-check="true"
      diagnosis-codes='[{"code":"I10","type":"ICD10","description":"Hypertension"}]'></acme-prescribe-workflow>
    <acme-med-history patient-id="${externalId}"></acme-med-history>
  </acme-client>`;
  const page = await testbed.open(body, { head: KEEP_EVENTS + kit('acme') });
  await page.getByRole('combobox').first().waitFor();
  await page.waitForFunction(() =>
    (globalThis as unknown as { events: [string][] }).events.some(([type]) => type === 'acme-ready'),
  );
  const events = await page.evaluate<[string, unknown][]>('window.events');
  const fired = (prefix: string): unknown[] =>
    events
      .filter(([type]) => type.startsWith(`${prefix}-`))
      .map(([type, detail]) => [type.slice(prefix.length), detail]);
  assert.deepEqual(fired('acme'), fired('svc'), 'each event twice, with the same detail');
  assert.equal(
    events.some(([type]) => type.endsWith('-error')),
    false,
    JSON.stringify(events),
  );
  assert.equal(
    await page.evaluate(() =>
      document.querySelector('acme-prescribe-workflow')?.getAttribute('external-order-id'),
    ),
    '12345678901234567890',
  );
  await page.context().close();
});

test('defineAliases: both prefixes work on one page; what one listener prevents is prevented', async () => {
  const page = await testbed.open(
    `${testbed.client()}<acme-client id="${testbed.clientId}" org="${testbed.orgId}"></acme-client>`,
    { head: kit('acme') },
  );
  // The second client hears of the sign-in through the first.
  await page.waitForFunction(() => (globalThis as { clientsReady?: number }).clientsReady === 2);
  const prevented = await page.evaluate(() => {
    const client = document.querySelector('acme-client');
    const seen: string[] = [];
    client?.addEventListener('svc-test', ({ type }) => seen.push(type));
    client?.addEventListener('acme-test', (event) => {
      seen.push(event.type);
      event.preventDefault();
    });
    client?.addEventListener('svc-i-private', ({ type }) => seen.push(type));
    const goesOn = client?.dispatchEvent(new CustomEvent('svc-test', { cancelable: true }));
    client?.dispatchEvent(new CustomEvent('svc-i-private'));
    return [goesOn, ...seen];
  });
  assert.deepEqual(prevented, [false, 'svc-test', 'acme-test', 'svc-i-private']);
  await page.context().close();
});

test('defineAliases: what is no prefix is refused', async () => {
  const { defineAliases } = await import('../../../src/aliases.ts');
  for (const prefix of ['', 'Acme', '1a', 'a--b', 'a-', 'a b', '<x>'])
    assert.throws(() => defineAliases({ prefix }), TypeError, prefix);
  defineAliases({ prefix: 'acme' });
});
