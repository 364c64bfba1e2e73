// Bad input over real HTTP: each has a documented code and a sentence that helps, tells nothing of the patient, and leaves nothing behind.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OrganizationId } from '@pestle/rules/ids';
import { organization } from '@pestle/sandbox/seed';
import { sql } from 'kysely';
import { OTHER_ORGANIZATION, openBadInputTestbed, settled } from './bad-input/bad-input-testbed.ts';
import { testClinical } from './bad-input/clinical.ts';
import { testConflicts } from './bad-input/conflicts.ts';
import { testDocuments } from './bad-input/documents.ts';
import type { Targets } from './bad-input/ids.ts';
import { testIds } from './bad-input/ids.ts';
import { mutations } from './bad-input/mutations.ts';
import { queries } from './bad-input/queries.ts';
import { makeRecords } from './bad-input/records.ts';
import { testTexts } from './bad-input/texts.ts';
import { testTokens } from './bad-input/tokens.ts';
import { testValues } from './bad-input/values.ts';

describe('bad input', () => {
  let opened: Targets | undefined;
  const targets = (): Targets => {
    if (opened === undefined) throw new Error('the service has not started');
    return opened;
  };
  before(async () => {
    const testbed = await openBadInputTestbed();
    try {
      const own = await makeRecords(
        { ...testbed, organizationId: organization.id as OrganizationId },
        'MRN-OWN',
        testbed,
        { sends: true },
      );
      const foreign = await makeRecords(
        { ...testbed.others, organizationId: OTHER_ORGANIZATION },
        'MRN-FOREIGN',
        testbed,
        { sends: false },
      );
      const operations = [
        ...queries(own),
        ...mutations(own, 'usr_0DR0R1VERA0000000000000000', testbed.screeningUrl),
      ];
      opened = { testbed, own, foreign, operations };
    } catch (error) {
      await testbed.close();
      throw error;
    }
  });
  after(() => opened?.testbed.close());

  testTokens(targets);
  testDocuments(targets);
  testIds(targets);
  testTexts(targets);
  testValues(targets);
  testClinical(targets);
  testConflicts(targets);

  // The last, because it uses up what the others only spoiled.
  test('every operation was good before it was spoiled', async () => {
    const { testbed, own, operations } = targets();
    for (const { name, by, document, variables } of operations) {
      // What is on its way is not sent again.
      if (name.startsWith('resendFill') || name.startsWith('reissueFill'))
        await settled(testbed, own.orderId);
      // The text before was sent a moment ago.
      if (name === 'remindPatient')
        await testbed.service.store.withOrg(organization.id as OrganizationId, (tx) =>
          sql`update text_message set created_at = created_at - interval '2 hours' where order_id = ${own.untoldOrderId}`.execute(
            tx,
          ),
        );
      assert.deepEqual((await testbed[by](document, variables)).errors, [], name);
    }
  });
});
