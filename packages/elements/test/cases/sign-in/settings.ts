// Whose page it is and which service it speaks to: what a client may be set to, and what is told of what is set wrongly (A3).
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { organization } from '@pestle/sandbox/seed';
import {
  button,
  isReady,
  KEEP_ERRORS,
  personOf,
  reported,
  signInByPopup,
} from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import { openFresh } from '../../support/fresh-page.ts';
import { oneTestbed } from '../../support/one-testbed.ts';

let testbed: Testbed;
before(async () => {
  testbed = await oneTestbed();
});

describe('id, org, user-id, dev-mode, api-url', () => {
  test('id, org: what is missing or is no id is named, with where it stands (A3)', async () => {
    const page = await openFresh(`<svc-client id="clinic"></svc-client>`);
    await page.getByText('org: set the id of your organization').waitFor();
    const [error] = await reported(page);
    assert.match(error?.message ?? '', /id: set the id of your application.*settings/);
    assert.equal(error?.extensions.code, 'CONFIGURATION');
    await page.context().close();
  });

  test('id: an application that does not exist signs nobody in', async () => {
    const page = await openFresh(
      `<svc-client id="app_00000000000000000000000000" org="${testbed.orgId}"></svc-client>`,
    );
    const opened = page.waitForEvent('popup');
    await button(page, 'Sign in').click();
    const popup = await opened;
    await popup.getByRole('heading').waitFor();
    assert.equal(new URL(popup.url()).origin, testbed.baseUrl, 'the service’s own page tells why');
    await page.context().close();
  });

  test('org: a user of another organization is refused with a clear message, and signed out', async () => {
    const context = await testbed.context();
    const page = await testbed.open(testbed.client(), { context });
    const other = `<svc-client id="${testbed.clientId}" org="org_00000000000000000000000001"></svc-client>`;
    const wrong = await testbed.open(other, { context, signIn: false, path: '/b', head: KEEP_ERRORS });
    await wrong.getByText('This account belongs to another organization').waitFor();
    assert.equal((await reported(wrong)).at(-1)?.extensions.code, 'WRONG_ORGANIZATION');
    await button(wrong, 'Sign in as somebody else').waitFor();
    await page.context().close();
  });

  test('user-id: somebody else who is signed in is signed out, and must prove who they are', async () => {
    const context = await testbed.context();
    await testbed.open(testbed.client(), { context });
    const other = personOf('prescriber', 1);
    const page = await testbed.open(testbed.client('', `user-id="${other.email}"`), {
      context,
      signIn: false,
      path: '/b',
    });
    await page.getByText('Another person was signed in').waitFor();
    await signInByPopup(page, 'Sign in', other);
    await isReady(page);
    await context.close();
  });

  test('dev-mode: every host is the staging sibling’s, from the deployment’s own document', async () => {
    const asked: string[] = [];
    const context = await testbed.contextOf();
    const production = {
      environment: 'production',
      api_url: 'https://rx.example',
      graphql_url: 'https://rx.example/graphql',
      openid: { issuer: 'https://rx.example/oidc' },
      resource: 'https://rx.example',
    };
    const serve = (staging: string | null): void =>
      testbed.host.serveFile(
        '/rx/.well-known/pestle',
        'application/json',
        JSON.stringify({ ...production, staging_url: staging }),
      );
    context.on('request', (request) => asked.push(new URL(request.url()).host));
    serve(testbed.baseUrl);
    const attributes = `api-url="${testbed.host.origin}/rx" dev-mode`;
    const page = await testbed.open(testbed.client('', attributes), { context });
    await isReady(page);
    assert.equal(asked.includes('rx.example'), false);
    serve(null);
    const without = await openFresh(testbed.client('', attributes));
    await without.getByText('names no staging address').waitFor();
    await without.context().close();
    await context.close();
  });

  test('api-url: what is no Pestle service is told', async () => {
    const page = await openFresh(testbed.client('', `api-url="${testbed.host.origin}/nothing"`));
    await page.getByText('There is no Pestle service at this address').waitFor();
    await button(page, 'Try again').waitFor();
    await page.context().close();
  });

  test('a page of an origin that the application does not name is told which one to add', async () => {
    const { id } = await testbed.sandbox.service.rooms.identity.createApplication(organization.id as never, {
      name: 'Without origins',
      kind: 'public',
      callbackUrls: [`${testbed.host.origin}/`],
      origins: [],
    });
    const page = await openFresh(`<svc-client id="${id}" org="${testbed.orgId}"></svc-client>`, {
      context: await testbed.contextOf(),
    });
    await button(page, 'Sign in').click();
    await page.getByText(`add ${testbed.host.origin} to the origins of the application`).waitFor();
    assert.equal((await reported(page)).at(-1)?.extensions.code, 'CONFIGURATION');
    await page.context().close();
  });

  test('an address that is no callback URL is told on the service’s own page', async () => {
    const page = await openFresh(testbed.client(), { path: '/not-configured' });
    const opened = page.waitForEvent('popup');
    await button(page, 'Sign in').click();
    const popup = await opened;
    await popup.getByRole('heading').waitFor();
    assert.equal(new URL(popup.url()).origin, testbed.baseUrl);
    await page.context().close();
  });
});
