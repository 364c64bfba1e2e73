// Links over a rotation of their key: what was faxed stays good, and what is drawn again opens.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LINK_KEY } from '@pestle/testbed/delivery/open-delivery';
import { openLinks } from '@pestle/testbed/tracking/link';
import { sql } from 'kysely';
import { systemPorts } from '../../kernel/ports.ts';
import { createLinkKey } from './link.ts';
import { linkFor } from './secure-links.ts';

const NEW_KEY = new Uint8Array(32).fill(9);

let links: Awaited<ReturnType<typeof openLinks>>;
before(async () => {
  links = await openLinks();
});
after(async () => {
  await links.app.close();
  await links.store.close();
});

test('with overlap a fax that is tried again carries the link that it carried before', async () => {
  const { faxed, store, orgId, visitor } = links;
  const fax = await faxed();
  const rotated = createLinkKey(NEW_KEY, [LINK_KEY]);
  const repeated = await store.withOrg(orgId, (tx) => linkFor(tx, systemPorts, rotated, fax.subject));
  assert.equal(repeated.token, fax.link.token);
  assert.equal(repeated.code, fax.link.code);
  assert.equal((await visitor().get(fax.path)).status, 200);
});

test('without overlap it carries a new one, and the old page says that it was replaced', async () => {
  const { faxed, store, orgId, visitor } = links;
  const fax = await faxed();
  const other = createLinkKey(NEW_KEY);
  const draw = () => store.withOrg(orgId, (tx) => linkFor(tx, systemPorts, other, fax.subject));
  const anew = await draw();
  assert.notEqual(anew.token, fax.link.token);
  assert.equal((await draw()).token, anew.token, 'the next attempt draws the same');
  assert.equal((await visitor().get(`/rx/${anew.token}`)).status, 200);
  assert.equal((await visitor().get(fax.path)).status, 410);
});

test('after all were revoked by hand a fax that is sent again carries a new one', async () => {
  const { faxed, store, orgId, visitor } = links;
  const fax = await faxed();
  await store.asOwner((owner) =>
    sql`update secure_link set revoked_at = now() where revoked_at is null`.execute(owner),
  );
  assert.equal((await visitor().get(fax.path)).status, 410);
  const anew = await store.withOrg(orgId, (tx) =>
    linkFor(tx, systemPorts, createLinkKey(NEW_KEY), fax.subject),
  );
  assert.notEqual(anew.token, fax.link.token);
  assert.equal((await visitor().get(`/rx/${anew.token}`)).status, 200);
});
