// Flow × library: two client libraries with all their checks on run everything that the provider offers, over real HTTP.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { openIdentityWorld } from '../../../test/support/identity-world.ts';
import { openSmallIssuer } from '../../../test/support/small-issuer.ts';
import type { ClientLibrary, Stage } from '../../../test/support/two-clients/flows.ts';
import { FLOWS } from '../../../test/support/two-clients/flows.ts';
import { withOauth4webapi } from '../../../test/support/two-clients/with-oauth4webapi.ts';
import { withOpenidClient } from '../../../test/support/two-clients/with-openid-client.ts';

/** `openid-client` stands on `oauth4webapi` for single messages; each is driven by code of its own here. */
const LIBRARIES: Readonly<Record<string, ClientLibrary>> = {
  'openid-client': withOpenidClient,
  oauth4webapi: withOauth4webapi,
};

let stage: Stage;
before(async () => {
  const hospital = await openSmallIssuer();
  const organization = { id: '' };
  const world = await openIdentityWorld({
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
  organization.id = world.riverside;
  stage = { world, hospital };
});
after(async () => {
  await stage.world.close();
  await stage.hospital.close();
  assert.deepEqual(stage.world.errors, []);
});

for (const [name, library] of Object.entries(LIBRARIES))
  describe(name, () => {
    for (const flow of FLOWS) test(`A1: ${flow}`, () => library[flow](stage));
  });
