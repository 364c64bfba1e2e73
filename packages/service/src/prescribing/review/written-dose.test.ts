// Goal: a dose that nobody can mean is stopped by the review until somebody says why, however its directions are written. Method: the real rooms on each store.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { freshKey } from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import { anotherPatient, LISINOPRIL, openPractice } from '@pestle/testbed/practice/practice';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';

for (const { name, skip, open } of BOTH_STORES)
  describe(`the dose of what is signed, on ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let practice: Practice;
    before(async () => {
      opened = await open();
      practice = await openPractice(opened.store);
    });
    after(() => opened.close());

    const reviewed = async (instructions: string, quantity: number, more: object = {}) => {
      const { prescribing, prescriber } = practice;
      const { id } = await prescribing.createDraft(
        prescriber,
        {
          patientId: await anotherPatient(practice),
          treatmentId: LISINOPRIL,
          dispenseQuantity: quantity,
          dispenseUnit: 'Tablet',
          daysSupply: 30,
          instructions,
          ...more,
        },
        freshKey('createDraft'),
      );
      const [one] = (await prescribing.reviewDrafts(prescriber, { draftIds: [id] })).drafts;
      return one;
    };

    it('100 tablets twice daily are stopped for a reason, and the reason is signed', async () => {
      const stopped = await reviewed('Take 100 tablets by mouth twice daily.', 6_000);
      assert.equal(stopped?.contentHash, null);
      assert.ok(
        stopped?.problems.some(({ severity, code }) => severity === 'error' && code === 'AMOUNTS_CONTRADICT'),
      );
      const reason = { amountsReason: 'Checked with poison control.' };
      const answered = await reviewed('Take 100 tablets by mouth twice daily.', 6_000, reason);
      assert.equal(answered?.content?.reasons?.amounts, reason.amountsReason);
      const usual = await reviewed('Take 1 tablet by mouth twice daily.', 60);
      assert.deepEqual(usual?.problems, []);
    });
  });
