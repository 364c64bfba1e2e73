// Goal: an operator adds pharmacies and partners, changes each of their settings, and applies and downloads files of them, on pages (D6, D7).
// Method: the real console on a store with the sandbox's pharmacies, in a browser without scripts of ours, by keyboard, in both languages.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import type { NetworkAdministration } from '@pestle/service/conformance';
import type { Page } from 'playwright-core';
import {
  FAX_ONLY,
  type NetworkConsole,
  OWN_API,
  openNetworkConsole,
  stepsOf,
  XML_2017071,
} from './support/network-console.ts';

let stage: NetworkConsole;
let network: NetworkAdministration;
let page: Page;

before(async () => {
  stage = await openNetworkConsole();
  ({ network, page } = stage);
});
after(() => stage.close());

const { go, look, press, follow, says, fill, stored } = stepsOf(() => stage);

test('D6: each setting of the file is a field of the form, and what it makes of a message is shown before it is written', async () => {
  await go(`/pharmacies/${XML_2017071}/change`);
  const before = await stored(XML_2017071);
  await fill('Its own words for statuses', 'in process = FILLING\nON HOLD');
  await press('Show what would change');
  await says(/statusWords\.ON HOLD: /);
  const hour = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const [start, end] = [hour(100), hour(102)];
  for (const [label, text] of [
    ['Its own words for statuses', 'in process = FILLING\nSENT TODAY = SHIPPED'],
    ['Texts set in messages', 'Header/Mailbox/MailboxID = BOX'],
    ['When attempts begin, in milliseconds after the first', '0\n2000'],
    ['Time for an answer, in milliseconds', '4000'],
    ['Messages under way at a time', '3'],
    ['Messages in a second', '2.5'],
    ['Declared windows of maintenance', `${start}/${end}`],
  ] as const)
    await fill(label, text);
  await page.getByLabel('Takes part').selectOption('false');
  await press('See the message with this');
  await says(/Nothing is sent, and nothing is changed yet/);
  await says(/\+ .*BOX/);
  await look('a message with a change');
  assert.deepEqual(await stored(XML_2017071), before);
  await press('Show what would change');
  await press('Change it');
  await says('It was changed.');
  const { integration, ...pharmacy } = await stored(XML_2017071);
  assert.deepEqual(
    [pharmacy.active, pharmacy.statusWords],
    [false, { 'IN PROCESS': 'FILLING', 'SENT TODAY': 'SHIPPED' }],
  );
  assert.deepEqual(integration?.script?.set, { 'Header/Mailbox/MailboxID': 'BOX' });
  assert.deepEqual(integration?.attempts, { offsetsMs: [0, 2000], timeoutMs: 4000 });
  assert.deepEqual(integration?.lane, { concurrency: 3, ratePerSecond: 2.5 });
  assert.deepEqual(integration?.maintenance, [{ start, end }]);
  await go(`/pharmacies/${XML_2017071}/change`);
  await fill('Its own words for statuses', 'SENT TODAY = SHIPPED');
  await fill('Declared windows of maintenance', '');
  await page.getByLabel('Takes part').selectOption('true');
  await press('Show what would change');
  await press('Change it');
  await says('It was changed.');
  const after = await stored(XML_2017071);
  assert.deepEqual(
    [after.statusWords, after.integration?.maintenance],
    [{ 'SENT TODAY': 'SHIPPED' }, undefined],
  );
});

test('D6: a pharmacy is added by its form, once, and what is missing is said', async () => {
  await go('/pharmacies');
  await follow('Add a pharmacy');
  await look('the form of a new one');
  await fill('Name', 'Corner Pharmacy');
  await fill('NPI', '1234567890');
  await press('Show what would change');
  await says(/npi: An NPI has ten digits/);
  await fill('NPI', '1003000266');
  for (const [label, text] of [
    ['Street', '1 Elm St'],
    ['Town', 'Salem'],
    ['State', 'MA'],
    ['ZIP', '01970'],
    ['Endpoint', 'https://corner.example/script'],
    ['Bearer: token', 'tok-of-the-corner'],
  ] as const)
    await page.getByLabel(label, { exact: true }).fill(text);
  for (const [label, choice] of [
    ['Stage', 'scoping'],
    ['Channel', 'script'],
    ['Kind of credentials', 'bearer'],
    ['SCRIPT version', '2023011'],
    ['SCRIPT form', 'xml'],
    ['What a CancelRx says', 'full'],
    ['What says that a message was taken', 'script'],
  ] as const)
    await page.getByLabel(label, { exact: true }).selectOption(choice);
  await press('Show what would change');
  await says('Add Corner Pharmacy like this?');
  assert.ok(!(await page.getByRole('table').innerText()).includes('tok-of-the-corner'));
  await press('Add it');
  await says('It was changed.');
  await says('A technical contact, then the stage “testing”.');
  const found = await network.listPharmacies({ words: 'corner salem' });
  assert.deepEqual(
    found.map(({ name, stage }) => [name, stage]),
    [['Corner Pharmacy', 'scoping']],
  );
  await go('/partners/new?lang=es');
  await look('the form of a new partner');
  await go('/pharmacies?lang=en');
});

test('D6: a file is compared, applied as it was shown, and downloaded without secrets', async () => {
  const { revision } = await stored(FAX_ONLY);
  const file = {
    partners: [],
    pharmacies: [{ id: FAX_ONLY, fax: '6175550188' }, { id: OWN_API, active: 'what' }, { id: XML_2017071 }],
  };
  await go('/network-file');
  await look('the page of files');
  await page.getByLabel('The file').fill('{"pharmacies": [1,\n2');
  await press('Compare');
  await says(/Line 2: this is not JSON/);
  await look('a refused file');
  await page.getByLabel('The file').fill(JSON.stringify(file, undefined, 1));
  await press('Compare');
  await says('What this file would change');
  for (const text of [/^pharmacies\[0\], line 4$/, /fax: .* → 6175550188/, /active: /]) await says(text);
  await look('a compared file');
  assert.equal((await stored(FAX_ONLY)).revision, revision, 'nothing is written yet');
  await network.writePharmacy({ change: { id: FAX_ONLY, fax: '6175550100' }, by: 'Otto', as: 'set' });
  await press('Apply it');
  await says(/Meanwhile something else changed\. Nothing was written/);
  await says(/fax: 6175550100 → 6175550188/);
  assert.equal((await stored(FAX_ONLY)).fax, '6175550100');
  await press('Apply it');
  await says(/The others are written/);
  await look('an applied file');
  const { pharmacy, acts } = await network.showPharmacy({ id: FAX_ONLY });
  assert.deepEqual([pharmacy.fax, pharmacy.revision], ['6175550188', revision + 2]);
  assert.match(acts.at(-1)?.operator ?? '', new RegExp(stage.operators.operator.id));
  await go('/network-file?lang=es');
  const download = page.waitForEvent('download');
  await follow('Descargar todo lo que hay');
  const text = readFileSync(await (await download).path(), 'utf8');
  assert.doesNotMatch(text, /sandbox-token/);
  await page.getByLabel('El archivo').fill(text);
  await press('Comparar');
  await says('Cada entrada está como estaba.');
  assert.equal(await page.getByRole('button', { name: 'Aplicarlo' }).count(), 0);
  await press('Volver al texto');
  assert.ok((await page.getByLabel('El archivo').inputValue()).includes(XML_2017071));
  await go('/pharmacies?lang=en');
});
