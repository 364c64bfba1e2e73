// The states of signing in, of what a page has not set, and of what stands before a patient is known.
import { expireToken, personOf } from '@pestle/testbed/elements/browsing';
import { WORKFLOW } from '../support/workflow.ts';
import type { Fault } from './scene.ts';
import { at, pick, tag } from './scene.ts';
import type { State } from './state.ts';

const EMPTY = tag(WORKFLOW, {});

/** The person who asks lacks this to prescribe. */
function lacking(code: string, text: string): Fault {
  return {
    change: (data) => {
      Object.assign(data['me'] ?? {}, { mayPrescribe: false, missing: [{ code, text }] });
    },
  };
}

const ATTESTATION = `I have reviewed what I sign.
My signature means that I prescribe it, as if I had signed on paper.`;

export const CLIENT_STATES: readonly State[] = [
  {
    name: 'signed-out',
    always: true,
    main: true,
    picture: 'Nobody is signed in',
    reach: async ({ testbed, page }) => {
      const opened = await page(testbed.client(EMPTY), { context: await testbed.context(), signIn: false });
      await at.button(opened, 'Sign in').waitFor();
      return opened;
    },
  },
  {
    name: 'signing-in',
    reach: async ({ testbed, page }) => {
      const opened = await page(testbed.client(EMPTY), { context: await testbed.context(), signIn: false });
      const popup = opened.waitForEvent('popup');
      await at.button(opened, 'Sign in').click();
      await popup;
      await at.button(opened, 'Cancel').waitFor();
      return opened;
    },
  },
  {
    name: 'sign-in-blocked',
    reach: async ({ testbed, page }) => {
      const opened = await page(testbed.client(EMPTY), { context: await testbed.context(), signIn: false });
      await opened.evaluate('window.open = () => null');
      await at.button(opened, 'Sign in').click();
      await at.text(opened, 'The browser blocked the window').waitFor();
      return opened;
    },
  },
  {
    name: 'wrong-organization',
    reach: async ({ testbed, page }) => {
      const context = await testbed.context();
      await (await page(testbed.client(), { context })).close();
      const other = `<svc-client id="${testbed.clientId}" org="org_00000000000000000000000001">${EMPTY}</svc-client>`;
      const opened = await page(other, { context, signIn: false });
      await at.text(opened, 'This account belongs to another organization').waitFor();
      return opened;
    },
  },
  {
    name: 'session-ended',
    reach: async ({ testbed, page, patient }) => {
      const context = await testbed.contextOf();
      const inner = tag(WORKFLOW, { 'patient-id': await patient() });
      const opened = await page(testbed.client(inner), { context });
      await pick(opened, 'metformin 500 mg oral tablet');
      await at.directions(opened).fill('Typed before the end');
      await at.button(opened, /^Change /).click();
      await opened.route(`${testbed.baseUrl}/oidc/token`, (route) =>
        route.fulfill({
          status: 400,
          headers: { 'access-control-allow-origin': testbed.host.origin },
          contentType: 'application/json',
          body: '{"error":"invalid_grant"}',
        }),
      );
      await expireToken(opened, testbed);
      await at.search(opened).fill('lisin');
      await at.button(opened, 'Sign in again').waitFor();
      return opened;
    },
  },
  {
    name: 'service-unreachable',
    reach: async ({ testbed, page }) => {
      const context = await testbed.context();
      await context.route('**/.well-known/**', (route) => route.abort('internetdisconnected'));
      const opened = await page(testbed.client(EMPTY), { context, signIn: false });
      await at.button(opened, 'Try again').waitFor();
      return opened;
    },
  },
  {
    name: 'configuration-error',
    reach: async ({ page }) => {
      const opened = await page(`<svc-client id="clinic">${EMPTY}</svc-client>`, { signIn: false });
      await at.text(opened, 'org: set the id of your organization').waitFor();
      return opened;
    },
  },
  {
    name: 'outside-client',
    reach: async ({ page }) => {
      const opened = await page(EMPTY, { signIn: false });
      await at.text(opened, /svc-client/).waitFor();
      return opened;
    },
  },
  {
    name: 'staff-prepare',
    reach: async ({ workflow }) => {
      const opened = await workflow({ 'enable-order': 'true' }, { person: personOf('staff') });
      await opened.getByLabel('Prescriber who will sign').selectOption({ index: 1 });
      return opened;
    },
  },
  {
    name: 'nobody-may-prescribe',
    reach: async ({ workflow }) => {
      const opened = await workflow({}, { person: personOf('admin') });
      await at.text(opened, 'Your account may neither write nor prepare prescriptions.').waitFor();
      return opened;
    },
  },
  {
    name: 'attestation',
    reach: async ({ workflow }) => {
      const faults = {
        Me: lacking('attestation', 'The attestation.'),
        SignatureAttestation: {
          change: (data: Record<string, unknown>) => {
            data['attestation'] = { version: '1', hash: 'a'.repeat(64), text: ATTESTATION };
          },
        },
      };
      const opened = await workflow({}, { faults });
      await at.button(opened, 'I agree').waitFor();
      return opened;
    },
  },
  {
    name: 'prescriber-lacks-something',
    reach: async ({ workflow }) => {
      const words = 'A second factor: enroll one on your account page.';
      const opened = await workflow({}, { faults: { Me: lacking('second_factor', words) } });
      await at.text(opened, 'You cannot prescribe yet.').waitFor();
      return opened;
    },
  },
  {
    name: 'in-spanish',
    reach: async ({ workflow }) => {
      const opened = await workflow({ 'enable-order': 'true', 'enable-send-to-patient': '' }, { lang: 'es' });
      await opened
        .getByRole('combobox', { name: 'Buscar medicamento, plantilla o receta anterior' })
        .waitFor();
      return opened;
    },
  },
];
