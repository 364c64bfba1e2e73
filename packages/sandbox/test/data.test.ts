// Proves the sandbox's data: ids, numbers and names that are valid, unique, invented, and fit together.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isId } from '@pestle/rules/ids';
import { isNpi } from '@pestle/rules/npi';
import { toPhone10 } from '@pestle/rules/phone';
import { toPostalCode } from '@pestle/rules/postal';
import { findState } from '@pestle/rules/states';
import { findUnit } from '@pestle/rules/units';
import { magicPartners, magicPharmacies } from '../src/pharmacies/magic/magic.ts';
import type { Address } from '../src/pharmacies/types.ts';
import { applications, organization, patients, templates, users } from '../src/seed.ts';
import { curatedTreatments } from '../src/treatments.ts';

const baseUrl = 'http://127.0.0.1:8081';
const pharmacies = magicPharmacies({ baseUrl });

function assertUnique(values: readonly string[]): void {
  assert.deepEqual(
    values.filter((value, index) => values.indexOf(value) !== index),
    [],
  );
}

/** 555-0100 to 555-0199 are set aside for invented people. */
function assertInvented(phone: string): void {
  assert.match(phone, /^\d{3}55501\d{2}$/);
  assert.ok(toPhone10(phone).ok, phone);
}

function assertAddress({ street1, street2 = 'x', city, state, postalCode }: Address): void {
  assert.ok(toPostalCode(postalCode).ok, postalCode);
  assert.ok(findState(state), state);
  assert.ok(
    street1.length <= 40 && street2.length <= 40 && city.length <= 35,
    'an address line that SCRIPT can carry',
  );
}

describe('magic pharmacies', () => {
  it('are at least 14, each with an id, NCPDP id, NPI, address and numbers of its own', () => {
    assert.ok(pharmacies.length >= 14);
    for (const { id, ncpdpId, npi, phone, fax, address, name } of pharmacies) {
      assert.ok(isId('phr', id), id);
      assert.match(ncpdpId, /^\d{7}$/);
      assert.ok(isNpi(npi), npi);
      assert.ok(npi.startsWith('2'), 'no NPI that begins with 2 was ever issued');
      assertInvented(phone);
      assertInvented(fax);
      assertAddress(address);
      assert.ok(name.length <= 70);
    }
    assertUnique(pharmacies.flatMap(({ phone, fax }) => [phone, fax]));
    for (const key of ['id', 'name', 'ncpdpId', 'npi'] as const)
      assertUnique(pharmacies.map((one) => one[key]));
  });

  it('several are in and around Boston, one with a fax that the law forbids is in Ohio, one is mail order', () => {
    const nearBoston = pharmacies.filter(
      ({ latitude, longitude }) => Math.hypot(latitude - 42.355, (longitude + 71.066) * 0.74) < 0.2,
    );
    assert.ok(nearBoston.length >= 8, String(nearBoston.length));
    const ohio = pharmacies.filter(({ address }) => address.state === 'OH');
    assert.deepEqual(
      ohio.map(({ behaviour }) => behaviour),
      ['fails-always'],
    );
    assert.ok(pharmacies.some(({ kind, routine }) => kind === 'MAIL_ORDER' && routine === 'ships'));
  });

  it('D6: every integration is live, with a contact, a passed conformance run and an endpoint of these peers', () => {
    for (const { id, integration } of pharmacies) {
      if (integration === null) continue;
      assert.equal(integration.stage, 'live');
      assert.ok(integration.technicalContact);
      assert.ok(!Number.isNaN(Date.parse(integration.conformancePassedAt ?? '')));
      const path =
        integration.partnerId === undefined ? `/pharmacies/${id}/` : `/partners/${integration.partnerId}/`;
      assert.ok(integration.endpoint.url.startsWith(`${baseUrl}${path}`), integration.endpoint.url);
      if (integration.endpoint.auth.kind === 'oauth2')
        assert.equal(integration.endpoint.auth.tokenUrl, `${baseUrl}/oauth2/token`);
    }
    const partners = magicPartners({ baseUrl }).map(({ id }) => id);
    for (const { integration } of pharmacies)
      if (integration?.partnerId !== undefined) assert.ok(partners.includes(integration.partnerId));
  });

  it('H1: both kinds of hook credentials exist, and no two pharmacies share one', () => {
    const credentials = pharmacies.map(({ hookCredential }) => hookCredential);
    assertUnique(credentials.map((one) => (one.kind === 'bearer' ? one.key : one.secret)));
    assert.deepEqual([...new Set(credentials.map(({ kind }) => kind))].sort(), [
      'bearer',
      'standard-webhooks',
    ]);
  });
});

describe('seed data', () => {
  it('has an organization, two applications, prescribers with valid NPIs, staff and an admin', () => {
    assert.ok(isId('org', organization.id));
    assert.ok(isId('app', applications.public.id) && isId('app', applications.machine.id));
    for (const url of [...applications.public.callbackUrls, ...applications.public.origins])
      assert.ok(URL.canParse(url));
    // The defaults of Vite, Next and React, Angular, Django, and the sandbox itself; a browser takes name and number for two origins.
    for (const port of [5173, 3000, 4200, 8000, 8080])
      for (const origin of [`http://localhost:${port}`, `http://127.0.0.1:${port}`]) {
        assert.ok(applications.public.origins.includes(origin), origin);
        assert.ok(applications.public.callbackUrls.includes(`${origin}/`), origin);
      }
    for (const { address, phone, fax } of organization.practiceLocations) {
      assertAddress(address);
      assertInvented(phone);
      assertInvented(fax);
    }
    const locations = organization.practiceLocations.map(({ name }) => name);
    for (const user of users) {
      assert.ok(isId('usr', user.id), user.id);
      assertInvented(user.phone);
      assert.equal(user.role === 'prescriber', user.prescriber !== undefined);
      if (user.prescriber)
        assert.ok(isNpi(user.prescriber.npi) && locations.includes(user.prescriber.practiceLocation));
    }
    assert.ok(users.filter(({ role }) => role === 'prescriber').length >= 2);
    for (const role of ['staff', 'admin'])
      assert.ok(
        users.some((user) => user.role === role),
        role,
      );
    assertUnique(users.map(({ email }) => email));
  });

  it('has at least 12 varied patients', () => {
    assert.ok(patients.length >= 12);
    for (const { id, externalId, phone, address, dateOfBirth } of patients) {
      assert.ok(isId('pat', id), id);
      assert.ok(!externalId.startsWith('pat_'), 'an external id never begins with pat_');
      if (phone !== undefined) assertInvented(phone);
      assertAddress(address);
      assert.match(dateOfBirth, /^\d{4}-\d\d-\d\d$/);
    }
    assertUnique(patients.flatMap(({ id, externalId }) => [id, externalId]));
    const some = (test: (one: (typeof patients)[number]) => boolean) =>
      assert.ok(patients.some(test), String(test));
    some(({ deceasedAt }) => deceasedAt !== undefined);
    some(({ phone }) => phone === undefined);
    some(({ language }) => language === 'es');
    some(({ dateOfBirth, weightKg }) => dateOfBirth > '2018' && weightKg !== undefined);
    some(({ address }) => address.state === 'OH');
    some(({ lastName }) => /[^\x20-\x7e]/.test(lastName));
    some(({ firstName, lastName }) => `${firstName} ${lastName}`.length > 45);
  });

  it('has at least 8 templates for treatments of the catalog, in NCPDP units', () => {
    assert.ok(templates.length >= 8);
    const known = new Map(curatedTreatments().map((treatment) => [treatment.rxcui, treatment]));
    for (const template of templates) {
      assert.ok(isId('tpl', template.id), template.id);
      const treatment = known.get(template.rxcui);
      assert.ok(treatment, template.name);
      assert.equal(findUnit(template.dispenseUnit)?.code, treatment.unitCode, template.name);
      assert.ok(template.instructions.length <= 1_000 && (template.notes ?? '').length <= 210);
      if (template.ownerId !== undefined) assert.ok(users.some(({ id }) => id === template.ownerId));
    }
    assertUnique(templates.map(({ id }) => id));
  });
});
