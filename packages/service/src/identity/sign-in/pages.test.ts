// Goal: whoever forgot the password reads on the page of the sign-in what to do, whether or not this service sends mail.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TEXTS } from '../pages/texts.ts';
import { passwordPage } from './pages.ts';

const PATH = '/account/forgotten';

for (const language of ['en', 'es'] as const)
  for (const forgotten of [true, false])
    test(`a forgotten password has a way on (${language}, ${forgotten ? 'by mail' : 'without mail'})`, () => {
      const frame = { language, action: '/sign-in/one', csrf: 'proof', application: 'Prescriber portal' };
      const shown = { email: '', problem: null, forgotten, externals: [], withPassword: true };
      const page = passwordPage(frame, shown);
      assert.equal(page.includes(PATH), forgotten);
      assert.equal(page.includes(TEXTS[language].forgotAsk), !forgotten);
      const elsewhere = passwordPage(frame, { ...shown, withPassword: false });
      assert.ok(!elsewhere.includes(PATH) && !elsewhere.includes(TEXTS[language].forgotAsk));
    });
