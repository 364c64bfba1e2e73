// Goal: an operator finds a pharmacy, sees what is missing to its next stage, changes it and sees its messages in the console (A2, D6, D7).
// Method: the real console on a store with the sandbox's pharmacies, in a browser without scripts of ours, by keyboard, in both languages.
import assert from 'node:assert/strict';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import type { NetworkAdministration } from '@pestle/service/conformance';
import type { HookKeyAdministration, MaintenanceAdministration } from '@pestle/service/directory';
import type { ConsoleTestbed } from '@pestle/testbed/console/console-testbed';
import { MAGIC_PARTNERS } from '@pestle/testbed/network/pharmacies';
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
let hookKeys: HookKeyAdministration;
let windows: MaintenanceAdministration;
let operators: ConsoleTestbed;
let page: Page;
let complaints: string[];

before(async () => {
  stage = await openNetworkConsole();
  ({ network, hookKeys, windows, operators, page, complaints } = stage);
});
after(() => stage.close());

const { go, look, press, follow, says, fill, stored } = stepsOf(() => stage);

test('D6: a pharmacy is found by words and stage, and says what is missing to its next stage', async () => {
  await go('/pharmacies');
  await look('pharmacies');
  const { name } = await stored(XML_2017071);
  await page.getByLabel(/Beginnings of words/).fill(name.split(' ')[0] ?? '');
  await page.getByLabel('Stage').selectOption('live');
  await press('Find');
  await follow(name);
  await says('Nothing: prescriptions go there.');
  await says('electronically');
  await look('a pharmacy');
  await page.getByText('Everything that is stored').press('Enter');
  assert.ok(!(await page.content()).includes('sandbox-token'));
  await says(/"token": "\(sealed\)"/);
  await go('/pharmacies?stage=none');
  await follow((await stored(FAX_ONLY)).name);
  await says('It is not connected. Say in the form how it is reached.');
  assert.equal((await go('/pharmacies/phr_00000000000000000000000000'))?.status(), 404);
});

test('D6: a change is shown before it is made; what breaks the shape, and what somebody else changed, is said', async () => {
  await go(`/pharmacies/${XML_2017071}/change`);
  await look('the form');
  await fill('Endpoint', 'http://elsewhere.example/');
  await press('Show what would change');
  await says(/integration\.endpoint\.url: The address must begin with https/);
  await look('a refused form');
  await fill('Endpoint', 'https://elsewhere.example/script');
  await fill('Bearer: token', 'a-new-token');
  await page.getByLabel('Everything else, as JSON').fill('{"fax": "6175550199"');
  await press('Show what would change');
  await says(/is not one JSON object/);
  await page
    .getByLabel('Everything else, as JSON')
    .fill('{"integration": {"script": {"noteLines": ["Acct 42"]}}}');
  const before = await stored(XML_2017071);
  await press('Show what would change');
  await says('Nothing is changed yet.');
  for (const field of ['endpoint.url', 'endpoint.auth.token', 'script.noteLines'])
    await says(`integration.${field}`);
  assert.ok(!(await page.getByRole('table').innerText()).includes('a-new-token'), 'a secret is not shown');
  await look('what would change');
  assert.deepEqual(await stored(XML_2017071), before);
  await press('Back to the form');
  assert.equal(
    await page.getByLabel('Endpoint', { exact: true }).inputValue(),
    'https://elsewhere.example/script',
  );
  await press('Show what would change');
  await press('Change it');
  await says('It was changed.');
  const { pharmacy, acts } = await network.showPharmacy({ id: XML_2017071 });
  assert.equal(pharmacy.integration?.endpoint.url, 'https://elsewhere.example/script');
  assert.deepEqual(pharmacy.integration?.script?.noteLines, ['Acct 42']);
  assert.match(acts.at(-1)?.operator ?? '', new RegExp(operators.operator.id));

  await go(`/pharmacies/${XML_2017071}/change`);
  await fill('Fax', '6175550111');
  await network.writePharmacy({ change: { id: XML_2017071, phone: '6175550122' }, by: 'Otto', as: 'set' });
  await press('Show what would change');
  await says('Somebody else changed this while you did.');
  await look('a conflict');
  await follow('Look at what it is now');
  await says(/fields phone/);
  assert.notEqual((await stored(XML_2017071)).fax, '6175550111');
});

test('D7: the message that would leave is shown, with what the settings change in it', async () => {
  await go(`/pharmacies/${XML_2017071}`);
  await follow('See a message');
  await says(/^POST https:\/\/elsewhere\.example\/script/);
  await says(/\+ +<Note>.*Acct 42/);
  await look('a message');
  await follow('Cancel');
  await says(/<CancelRx>/);
  await go(`/pharmacies/${OWN_API}/preview`);
  await says(/^POST http/);
});

test('D6: a run is begun on a page, followed while it is under way, and its report is read', async () => {
  // A pharmacy that answers nothing until it is let go, and then refuses.
  const held: ServerResponse[] = [];
  let isLetGo = false;
  const refuse = (response: ServerResponse) => response.writeHead(500).end('<b>down</b>');
  const pharmacy = createServer((_request, response) => {
    if (isLetGo) refuse(response);
    else held.push(response);
  });
  await new Promise<void>((resolve) => pharmacy.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(pharmacy.address() as AddressInfo).port}/script`;
  await network.writePharmacy({
    change: { id: XML_2017071, integration: { endpoint: { url } } },
    by: 'Otto',
    as: 'set',
  });
  try {
    await go(`/pharmacies/${XML_2017071}`);
    await follow('Conformance run');
    await says('There was no run yet.');
    await look('before a run');
    await press('Run it now');
    await says('A run is under way. This page refreshes until it ends.');
    assert.equal(await page.getByRole('button', { name: /^Run it/ }).count(), 0, 'not a second one');
    assert.equal((await go(`/pharmacies/${XML_2017071}/check/report`))?.status(), 404);
    await page.goBack();
    isLetGo = true;
    for (const response of held) refuse(response);
    await says('Not passed. What failed is below; mend it and run it again.');
    await look('a run');
    await follow('Read the whole report');
    await says('Not passed yet');
    assert.notEqual(
      await page.evaluate<string>("getComputedStyle(document.querySelector('main')).maxWidth"),
      'none',
    );
    const { acts } = await network.showPharmacy({ id: XML_2017071 });
    assert.equal(acts.filter(({ action }) => action === 'pharmacy.check').length, 1);
    // Another node began one: while it may be under way, and once it did not end.
    for (const [until, text] of [
      ['2100-01-01T00:00:00.000Z', /Another node began a run/],
      ['2020-01-01T00:00:00.000Z', /It did not end: the node that made it stopped/],
    ] as const) {
      await stage.beginElsewhere(XML_2017071, until);
      await go(`/pharmacies/${XML_2017071}/check`);
      await says(text);
      assert.equal(await page.getByRole('button', { name: 'Run it again' }).count(), 1);
    }
    await look('a run that did not end');
  } finally {
    pharmacy.closeAllConnections();
    pharmacy.close();
  }
  await go(`/pharmacies/${FAX_ONLY}/check`);
  await says('It is not connected: there is nothing to run against.');
});

test('D6: a hook key is shown once, listed by its fingerprint and ended', async () => {
  await go(`/pharmacies/${XML_2017071}`);
  await follow('Hook keys');
  await look('hook keys');
  const before = await hookKeys.list(XML_2017071);
  await press('Add a key');
  await says('It is not shown again.');
  const secret = await page.locator('.secret').innerText();
  await look('a new key');
  const added = (await hookKeys.list(XML_2017071)).filter(({ id }) => !before.some((key) => key.id === id));
  assert.equal(added.length, 1);
  const fingerprint = added[0]?.fingerprint ?? '';
  await page.reload();
  await says('This form was sent already');
  assert.equal((await hookKeys.list(XML_2017071)).length, before.length + 1);
  await follow('Back');
  assert.ok(!(await page.content()).includes(secret));
  await look('a listed key');
  await page.getByRole('link', { name: `End: ${fingerprint}` }).press('Enter');
  await fill('When, UTC; empty for now', '2020-01-31T10:00');
  await press('End it');
  await says('This lies in the past.');
  await look('ending a key');
  await fill('When, UTC; empty for now', '');
  await press('End it');
  await says('The key has an end now.');
  const ended = (await hookKeys.list(XML_2017071)).find((key) => key.fingerprint === fingerprint);
  assert.equal(ended?.state, 'over');
  await go(`/partners/${MAGIC_PARTNERS[0]?.id ?? ''}/keys?lang=es`);
  await says('Claves del aviso de estado');
  await page.getByLabel('secreto para firmar (Standard Webhooks)').check();
  await press('Añadir una clave');
  await says(/^whsec_/);
  await go('/pharmacies?lang=en');
});

test('D12: a window is announced from the page of a pharmacy, changed and ended; the whole service only where it was chosen', async () => {
  await go(`/pharmacies/${XML_2017071}`);
  await follow('Announce a window');
  await fill('Until, UTC', '2026-01-31T10:00');
  await fill('Pharmacy (phr_…) or partner (ptn_…)', '');
  await press('Announce a window');
  await says('Write the id of a pharmacy (phr_…) or of a partner (ptn_…), or choose the whole service.');
  assert.deepEqual(await windows.list(), [], 'an id that was left out stands for nobody');
  await fill('Pharmacy (phr_…) or partner (ptn_…)', XML_2017071);
  await press('Announce a window');
  await says('A window must end after it starts.');
  await look('a refused window');
  const minute = (inMinutes: number) => new Date(Date.now() + inMinutes * 60_000).toISOString().slice(0, 16);
  await fill('Until, UTC', minute(120));
  await fill('Note, which practices read: it names no patient', 'New servers');
  await press('Announce a window');
  await says('It is announced.');
  await look('a window');
  const [window] = await windows.list();
  assert.deepEqual(
    [window?.subject, window?.state, window?.note],
    [{ kind: 'pharmacy', id: XML_2017071 }, 'current', 'New servers'],
  );
  await fill('Note, which practices read: it names no patient', '');
  await press('Change it');
  await says('It was changed.');
  const [changed] = await windows.list();
  assert.deepEqual([changed?.note, changed?.end], [null, window?.end], 'the time stays as it was');
  await fill('Until, UTC', minute(-60));
  await press('Change it');
  await says('A window must end after it starts.');
  await go('/maintenance');
  await look('windows');
  await follow(window?.id ?? '');
  await follow('End it');
  await says('What waits for it leaves at once.');
  await look('ending a window');
  await press('End it');
  await says('It was ended: what waits leaves.');
  assert.deepEqual(await windows.list(), []);
  await go('/maintenance/new?lang=es');
  await page.getByLabel('Todo el servicio: nada sale hacia nadie').check();
  await fill('Hasta, UTC', minute(30));
  await press('Anunciar una ventana');
  await says('Está anunciada.');
  const [ofAll] = await windows.list();
  assert.equal(ofAll?.subject.kind, 'service');
  assert.match(ofAll?.setBy ?? '', new RegExp(operators.operator.id));
  await windows.end(ofAll?.id ?? '', { by: 'Otto' });
  await go('/maintenance?all=1&lang=en');
  await says('over');
  assert.equal((await go('/maintenance/mnt_00000000000000000000000000'))?.status(), 404);
});

test('a partner is shown with its pharmacies and changed in Spanish', async () => {
  await go('/partners?lang=es');
  await look('partners');
  await follow(MAGIC_PARTNERS[0]?.name ?? '');
  await says('Farmacias a las que se llega por ella');
  await look('a partner');
  await follow('Cambiar');
  await fill('Nombre', 'Otra red');
  await press('Mostrar qué cambiaría');
  await says('Aún no se cambió nada.');
  await press('Cambiarlo');
  await says('Se cambió.');
  await go('/pharmacies?lang=es');
  await says('Buscar');
  await look('pharmacies in Spanish');
  const { partner } = await network.showPartner({ id: MAGIC_PARTNERS[0]?.id ?? '' });
  assert.equal(partner.name, 'Otra red');
  // What the browser itself says of the answers 404, 409 and 422, which were meant.
  assert.deepEqual(
    complaints.filter((text) => !/status of (?:404|409|422)/.test(text)),
    [],
  );
});
