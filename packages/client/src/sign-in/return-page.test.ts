// redirect-uri, redirect-path, and the answer of a sign-in in an address.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { ClientError } from '../errors.ts';
import { readCallback, withoutAsking, withoutCallback } from './callback.ts';
import { planReturn } from './return-page.ts';

const PAGE = 'https://clinic.example/chart?patient=7#notes';
const STATE = `pestle.page.${'x'.repeat(43)}`;

describe('redirect-uri', () => {
  test('default: the current page without query, which is restored', () => {
    const { redirectUri, returnTo } = planReturn({}, PAGE);
    assert.deepEqual([redirectUri, returnTo], ['https://clinic.example/chart', PAGE]);
  });

  test('its own query travels and is restored; relative ones are of this page', () => {
    const { redirectUri, returnTo } = planReturn({ redirectUri: '/back?ward=3' }, PAGE);
    assert.deepEqual(
      [redirectUri, returnTo],
      ['https://clinic.example/back', 'https://clinic.example/back?ward=3'],
    );
  });

  for (const redirectUri of ['javascript:alert(1)', 'data:text/html,x'])
    test(`${redirectUri} is refused`, () => {
      assert.throws(() => planReturn({ redirectUri }, PAGE), ClientError);
    });

  for (const origin of ['https://elsewhere.example', 'http://clinic.example'])
    test(`on another origin (${origin}), the page there begins the sign-in, with its own query`, () => {
      const { redirectUri, elsewhere } = planReturn({ redirectUri: `${origin}/home?ward=3#top` }, PAGE);
      assert.equal(redirectUri, `${origin}/home`);
      assert.equal(elsewhere, `${origin}/home?ward=3&pestle-sign-in=#top`);
      assert.equal(withoutAsking(elsewhere), `${origin}/home?ward=3#top`);
      assert.equal(withoutAsking(PAGE), null);
    });
});

describe('redirect-path', () => {
  const root = 'https://clinic.example/?a=1';
  test('works where the sign-in returns to the root of the domain', () => {
    assert.deepEqual(planReturn({ redirectPath: '/orders?x=1#y' }, root).goTo, '/orders?x=1#y');
  });
  test('elsewhere it is ignored, with a warning that names redirect-uri', () => {
    const { goTo, warnings } = planReturn({ redirectPath: '/orders' }, PAGE);
    assert.equal(goTo, null);
    assert.match(warnings.join(), /redirect-uri/);
  });
  test('it never leads to another origin', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl(),
          fc.string(),
          fc.string().map((text) => `/${text}`),
        ),
        (redirectPath) => {
          const { goTo } = planReturn({ redirectPath }, root);
          if (goTo !== null) assert.equal(new URL(goTo, root).origin, 'https://clinic.example');
        },
      ),
    );
  });
});

describe('the answer of a sign-in', () => {
  test('is taken out of the address; what is the host’s own stays', () => {
    const back = `https://clinic.example/?ward=3&code=abc&state=${STATE}&iss=https%3A%2F%2Frx.example#x`;
    assert.deepEqual(readCallback(back), {
      state: STATE,
      kind: 'page',
      parameters: new URLSearchParams({ code: 'abc', state: STATE, iss: 'https://rx.example' }).toString(),
    });
    assert.equal(withoutCallback(back), 'https://clinic.example/?ward=3#x');
  });
  test('a host’s own code and state are left alone', () => {
    const own = 'https://clinic.example/?code=abc&state=theirs';
    assert.equal(readCallback(own), null);
    assert.equal(withoutCallback(own), own);
    assert.equal(readCallback(`https://clinic.example/?state=${STATE}`), null, 'without code or error');
  });
  test('a refusal is an answer, too', () => {
    assert.equal(
      readCallback(`https://clinic.example/?error=access_denied&state=${STATE.replace('page', 'popup')}`)
        ?.kind,
      'popup',
    );
  });
});
