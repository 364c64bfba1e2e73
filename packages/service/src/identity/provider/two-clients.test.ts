// Flow × library: two client libraries with all their checks on run everything that the provider offers, over real HTTP.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openIdentityTestbed } from '@pestle/testbed/identity/identity-testbed';
import { openSmallIssuer } from '@pestle/testbed/identity/small-issuer';
import type { ClientLibrary, ClientTestbed } from '@pestle/testbed/oauth-clients/flows';
import { FLOWS } from '@pestle/testbed/oauth-clients/flows';
import { withOauth4webapi } from '@pestle/testbed/oauth-clients/with-oauth4webapi';
import { withOpenidClient } from '@pestle/testbed/oauth-clients/with-openid-client';

/** `openid-client` stands on `oauth4webapi` for single messages; each is driven by code of its own here. */
const LIBRARIES: Readonly<Record<string, ClientLibrary>> = {
  'openid-client': withOpenidClient,
  oauth4webapi: withOauth4webapi,
};

let testbed: ClientTestbed;
before(async () => {
  const hospital = await openSmallIssuer();
  const organization = { id: '' };
  const service = await openIdentityTestbed({
    externalIssuers: [
      {
        name: 'hospital',
        label: 'Riverside Hospital',
        issuer: hospital.issuer,
        clientId: 'pestle',
        get organizationId(): string {
          return organization.id;
        },
        replacesPassword: false,
        provesSecondFactor: false,
      },
    ],
  });
  organization.id = service.riverside;
  testbed = { service, hospital };
});
after(async () => {
  await testbed.service.close();
  await testbed.hospital.close();
  assert.deepEqual(testbed.service.errors, []);
});

for (const [name, library] of Object.entries(LIBRARIES))
  describe(name, () => {
    for (const flow of FLOWS) test(`A1: ${flow}`, () => library[flow](testbed));
  });
