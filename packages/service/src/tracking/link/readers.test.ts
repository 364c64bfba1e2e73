// Tests how the pages behind a fax's link suit who reads them: in two languages, and on a slow line.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { openLinks } from '@pestle/testbed/tracking/link';

const { store, app, unexpected, pharmacy, faxed, visitor, enter } = await openLinks();
after(async () => {
  await app.close();
  await store.close();
  assert.deepEqual(unexpected, []);
});

const statusIn = (text: string): string | undefined =>
  /<h1 id="standing"><span[^>]*>.<\/span> ([^<]+)</.exec(text)?.[1];

test('all that the record\u2019s page loads is 15,000 bytes at most, in both languages, with every answer on it', async () => {
  for (const lang of ['en', 'es']) {
    const fax = await faxed();
    const someone = await enter(fax.path);
    await someone.get(`${fax.path}?lang=${lang}`);
    const { text } = await someone.get(fax.path);
    assert.ok(text.includes(`<html lang="${lang}"`));
    assert.equal(text.match(/<form /g)?.length, 6, 'steps, shipped, cannot fill, canceled, leave, question');
    const loaded = [...text.matchAll(/<(?:link|script)[^>]* (?:href|src)="([^"]+)"/g)].map(
      ([, url = '']) => url,
    );
    assert.equal(loaded.length, 3);
    let bytes = Buffer.byteLength(text);
    for (const url of loaded) bytes += Buffer.byteLength((await someone.get(url)).text);
    assert.ok(bytes <= 15_000, `${bytes} bytes in ${lang}`);
  }
});

test('the pages speak Spanish where it was chosen, and what was signed stays as it was signed', async () => {
  const fax = await faxed({ states: ['FILLING'] });
  const someone = visitor();
  const chosen = await someone.get(`${fax.path}?lang=es`);
  assert.deepEqual([chosen.status, chosen.headers.location], [303, fax.path]);
  assert.match(
    String(chosen.headers['set-cookie']),
    /^pestle-rx-language=es; .*Path=\/rx; HttpOnly; SameSite=Lax$/,
  );
  assert.ok((await someone.get(fax.path)).text.includes('Id NCPDP o NPI de su farmacia'));
  const wrong = await someone.post(fax.path, { fact: '1' });
  assert.ok(wrong.text.includes('Ese no es un número de esta farmacia.'));
  await someone.post(fax.path, { fact: pharmacy.ncpdpId ?? '' });
  const { text, formToken } = await someone.get(fax.path);
  assert.equal(statusIn(text), 'Activa');
  assert.match(text, /<dt>Surtir<\/dt><dd>30\u00a0tablets \(treinta\)<\/dd>/);
  for (const part of [
    'Lista para recoger',
    'No se puede surtir',
    'Take 1 tablet by mouth',
    'intento 1: recibida',
  ])
    assert.ok(text.includes(part), part);
  assert.doesNotMatch(text, /Tell the practice|Ask the prescriber|What happened|>Patient</);
  await someone.post(`${fax.path}/report`, { status: 'ERROR', reason: 'out-of-stock', form: formToken });
  assert.ok(
    (await someone.get(fax.path)).text.includes('Informó “Problema” (Sin existencias) en esta página'),
  );
  assert.ok(
    (await someone.post('/rx', { code: 'ABCDE-FGHJK' })).text.includes('Estos grupos no son correctos'),
  );
  assert.equal((await someone.get(`${fax.path}?lang=fr`)).status, 200, 'another language is no choice');
});
