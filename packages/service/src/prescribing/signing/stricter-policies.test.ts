// Goal: what was reviewed before the practice became stricter is not signed by the laxer review, also where the policy changes while the signature is under way (W4).
// Method: the real room on both stores; for the race the policy is committed right before the statement that signs, when everything else of the request was asked.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { failureOf, freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import {
  anotherPatient,
  METFORMIN,
  openPractice,
  PHARMACY,
  type Practice,
  reviewedDraft,
} from '@pestle/testbed/practice/practice';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { TEST_DATA_KEYS } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import type { Store } from '../../store/store.ts';
import { sealStore } from '../../vault/vault.ts';
import { SIGN_STATEMENT } from './signing-sql.ts';

type Draft = Awaited<ReturnType<typeof reviewedDraft>>;

for (const { name, skip, open } of BOTH_STORES)
  describe(`a practice that becomes stricter between review and signature, on the ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let practice: Practice;
    /** What is committed right before the next statement that signs. */
    let justBefore: (() => Promise<void>) | undefined;
    before(async () => {
      opened = await open();
      const store: Store = {
        ...opened.store,
        pipeline: async (groups) => {
          const change = groups.some(({ steps }) =>
            steps.some(({ statement }) => statement === SIGN_STATEMENT),
          )
            ? justBefore
            : undefined;
          if (change !== undefined) justBefore = undefined;
          await change?.();
          return await opened.store.pipeline(groups);
        },
      };
      practice = await openPractice(sealStore(store, TEST_DATA_KEYS));
    });
    after(() => opened.close());

    const duplicates = async (policy: string): Promise<void> => {
      await opened.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`update organization set settings = settings || jsonb_build_object('duplicates', ${policy}::text)`.execute(
          tx,
        ),
      );
    };
    const screening = async (isUsed: boolean): Promise<void> => {
      await opened.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`update organization set screening_off_at = case when ${isUsed}::boolean then null else now() end,
          screening_off_by = case when ${isUsed}::boolean then null else 'tests' end`.execute(tx),
      );
    };
    const order = (draft: Draft) =>
      practice.prescribing.createOrder(
        practice.prescriber,
        { drafts: [draft], pharmacyId: PHARMACY },
        freshKey('createOrder'),
      );
    const signed = async (): Promise<number> => {
      const { rows } = await opened.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<{ count: string }>`select count(*) from prescription`.execute(tx),
      );
      return Number(rows[0]?.count);
    };

    it('what was not screened because nobody asked for it needs its reason once it is asked for', async () => {
      const draft = await reviewedDraft(practice, METFORMIN, { patientId: await anotherPatient(practice) });
      const before = await signed();
      await screening(true);
      try {
        assert.equal((await failureOf(order(draft))).code, 'SCREENING_REASON_REQUIRED');
        assert.equal(await signed(), before);
      } finally {
        await screening(false);
      }
      await order(draft);
    });

    it('the same when it is asked for while the signature is under way', async () => {
      const draft = await reviewedDraft(practice, METFORMIN, { patientId: await anotherPatient(practice) });
      const before = await signed();
      try {
        justBefore = () => screening(true);
        const failure = await failureOf(order(draft));
        assert.equal(failure.code, 'SCREENING_REASON_REQUIRED');
        assert.equal(await signed(), before);
      } finally {
        await screening(false);
      }
    });

    it('a reason that was enough for the very same again is enough no more where that is refused', async () => {
      const patientId = await anotherPatient(practice);
      await order(await reviewedDraft(practice, METFORMIN, { patientId }));
      const again = await reviewedDraft(practice, METFORMIN, { patientId });
      const before = await signed();
      try {
        justBefore = () => duplicates('refuse-same');
        const failure = await failureOf(order(again));
        assert.equal(failure.code, 'SIGNATURE_INVALIDATED');
        assert.equal(await signed(), before);
        const { drafts } = await practice.prescribing.reviewDrafts(practice.prescriber, {
          draftIds: [again.draftId],
        });
        assert.deepEqual(
          drafts[0]?.problems.flatMap(({ code, severity }) => (severity === 'error' ? [code] : [])),
          ['SAME_AGAIN'],
        );
      } finally {
        await duplicates('reason');
      }
    });

    it('where the very same again is refused, a reason signs nothing that another signature made the same meanwhile', async () => {
      const patientId = await anotherPatient(practice);
      await duplicates('refuse-same');
      try {
        const here = await reviewedDraft(practice, METFORMIN, { patientId });
        await order(await reviewedDraft(practice, METFORMIN, { patientId }));
        assert.equal((await failureOf(order(here))).code, 'SIGNATURE_INVALIDATED');
      } finally {
        await duplicates('reason');
      }
    });

    it('other settings of the practice leave a review as it is', async () => {
      const draft = await reviewedDraft(practice, METFORMIN, { patientId: await anotherPatient(practice) });
      await opened.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`update organization set settings = settings || '{"sessionIdleMinutes": 30}', revision = revision + 1`.execute(
          tx,
        ),
      );
      await order(draft);
    });

    it('what a node of the version before reviewed is signed', async () => {
      const draft = await reviewedDraft(practice, METFORMIN, { patientId: await anotherPatient(practice) });
      await opened.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`update signable set policies = null`.execute(tx),
      );
      await order(draft);
    });
  });
