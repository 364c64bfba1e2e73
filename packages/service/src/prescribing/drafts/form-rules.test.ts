// Goal: what a form must not prescribe is refused by the server at every step that this form takes, and by no other form's (disable-list).
// Method: the real rooms on the embedded store: draft, change, review, signing with and without an order, ordering what is saved.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { failureOf, freshKey, TEST_ORGANIZATION } from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import {
  LISINOPRIL,
  METFORMIN,
  openPractice,
  PATIENT,
  PHARMACY,
  reviewedDraft,
} from '@pestle/testbed/practice/practice';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { sql } from 'kysely';
import type { EmbeddedStore } from '../../store/embedded/embedded-store.ts';

const REASON = 'Ask the cardiologist first.';
const form = { disabledTreatments: [{ treatmentId: LISINOPRIL, reason: REASON }] };
const CATALOG = 'cat_01TEST0000000000000000000A';

describe('what a form does not prescribe', () => {
  let store: EmbeddedStore;
  let practice: Practice;
  before(async () => {
    store = await openTestStore();
    practice = await openPractice(store);
    await store.withOrg(TEST_ORGANIZATION, async (tx) => {
      await sql`insert into catalog (org_id, id, name) values (${TEST_ORGANIZATION}, ${CATALOG}, 'Own list')`.execute(
        tx,
      );
      await sql`insert into catalog_treatment (org_id, catalog_id, treatment_id)
        values (${TEST_ORGANIZATION}, ${CATALOG}, ${METFORMIN})`.execute(tx);
    });
  });
  after(() => store.close());

  const draftOf = (treatmentId: typeof LISINOPRIL, more: object = {}) =>
    practice.prescribing.createDraft(
      practice.prescriber,
      { patientId: PATIENT, treatmentId, ...more },
      freshKey('createDraft'),
    );

  test('disable-list: a draft is refused, in words that name neither the drug nor the reason', async () => {
    const failure = await failureOf(draftOf(LISINOPRIL, { form }));
    assert.equal(failure.code, 'TREATMENT_DISABLED');
    assert.doesNotMatch(failure.message, /lisinopril|cardiologist/i);
    assert.equal((await draftOf(METFORMIN, { form })).treatment_id, METFORMIN);
  });

  test('disable-list: a medication forbids whatever is or holds it; one that is not known here is refused', async () => {
    await store.asKeeper(async (tx) => {
      await sql`update treatment set rxcui = '314076' where id = ${LISINOPRIL}`.execute(tx);
    });
    // The ingredient, and the drug.
    for (const rxcui of ['29046', '314076']) {
      const byMedication = { disabledMedications: [{ rxcui, reason: REASON }] };
      assert.equal(
        (await failureOf(draftOf(LISINOPRIL, { form: byMedication }))).code,
        'TREATMENT_DISABLED',
        rxcui,
      );
      assert.equal((await draftOf(METFORMIN, { form: byMedication })).treatment_id, METFORMIN);
    }
    const unknown = await failureOf(
      draftOf(METFORMIN, { form: { disabledMedications: [{ rxcui: '29046' }, { rxcui: '99999999' }] } }),
    );
    assert.equal(unknown.code, 'INVALID_INPUT');
    assert.match(unknown.message, /form\.disabledMedications\.1\.rxcui/);
  });

  test('disable-list: the page’s reason is kept whole, on its own lines; a longer one is refused, not cut', async () => {
    const reason = `Ask first.\n${'x'.repeat(489)}`;
    const withReason = (text: string) => ({
      disabledTreatments: [{ treatmentId: LISINOPRIL, reason: text }],
    });
    const draft = await reviewedDraft(practice);
    const { drafts } = await practice.prescribing.reviewDrafts(practice.prescriber, {
      draftIds: [draft.draftId],
      form: withReason(reason),
    });
    assert.ok(drafts[0]?.problems.some(({ message }) => message === reason));
    const failure = await failureOf(draftOf(METFORMIN, { form: withReason(`${reason}x`) }));
    assert.equal(failure.code, 'INVALID_INPUT');
  });

  test('disable-list: a change to a disabled treatment is refused', async () => {
    const draft = await draftOf(METFORMIN);
    const change = practice.prescribing.updateDraft(
      practice.prescriber,
      { id: draft.id, revision: draft.revision, treatmentId: LISINOPRIL, form },
      freshKey('updateDraft'),
    );
    assert.equal((await failureOf(change)).code, 'TREATMENT_DISABLED');
  });

  test('disable-list: the review says so with the reason, and gives no hash', async () => {
    const draft = await reviewedDraft(practice);
    const { drafts } = await practice.prescribing.reviewDrafts(practice.prescriber, {
      draftIds: [draft.draftId],
      form,
    });
    assert.equal(drafts[0]?.contentHash, null);
    const problem = drafts[0]?.problems.find(({ code }) => code === 'TREATMENT_DISABLED');
    assert.deepEqual(problem, {
      path: 'draft.treatmentId',
      code: 'TREATMENT_DISABLED',
      message: REASON,
      severity: 'error',
    });
  });

  test('disable-list: what was reviewed without the list is not signed through the form, and the draft stays', async () => {
    const draft = await reviewedDraft(practice);
    const signed = practice.prescribing.createPrescriptions(
      practice.prescriber,
      { drafts: [draft], form },
      freshKey('createPrescriptions'),
    );
    assert.equal((await failureOf(signed)).code, 'TREATMENT_DISABLED');
    const ordered = practice.prescribing.createOrder(
      practice.prescriber,
      { drafts: [draft], pharmacyId: PHARMACY, form },
      freshKey('createOrder'),
    );
    assert.equal((await failureOf(ordered)).code, 'TREATMENT_DISABLED');
    assert.equal((await practice.prescribing.draft(practice.prescriber, draft.draftId)).id, draft.draftId);
  });

  test('disable-list: refills of what is disabled are refused, those of another form are not', async () => {
    const [saved] = await practice.prescribing.createPrescriptions(
      practice.prescriber,
      { drafts: [await reviewedDraft(practice)] },
      freshKey('createPrescriptions'),
    );
    assert.ok(saved !== undefined);
    const order = (rules: object) =>
      practice.prescribing.createOrder(
        practice.prescriber,
        { prescriptionIds: [saved.row.id], pharmacyId: PHARMACY, ...rules },
        freshKey('createOrder'),
      );
    assert.equal((await failureOf(order({ form }))).code, 'TREATMENT_DISABLED');
    assert.equal((await order({})).order.state, 'PENDING');
  });

  test('W5: the same submit again after it was done answers the order', async () => {
    const draft = await reviewedDraft(practice, METFORMIN);
    const key = freshKey('createOrder');
    const submit = () =>
      practice.prescribing.createOrder(
        practice.prescriber,
        { drafts: [draft], pharmacyId: PHARMACY, form },
        key,
      );
    const first = await submit();
    assert.equal((await submit()).order.id, first.order.id);
  });

  test('allow-off-catalog-search: false allows what is in the catalog and nothing else', async () => {
    const closed = { form: { offCatalog: false } };
    assert.equal((await failureOf(draftOf(LISINOPRIL, closed))).code, 'TREATMENT_DISABLED');
    assert.equal((await draftOf(METFORMIN, closed)).treatment_id, METFORMIN);
    const bound = { form: { offCatalog: false, catalogId: CATALOG } };
    assert.equal((await draftOf(METFORMIN, bound)).treatment_id, METFORMIN);
  });

  test('allow-off-catalog-search: an own template allows its treatment', async () => {
    await store.withOrg(TEST_ORGANIZATION, (tx) =>
      sql`insert into template (org_id, id, name, owner_user_id, treatment_id, search_words)
        values (${TEST_ORGANIZATION}, 'tpl_01TEST0000000000000000000A', 'Mine', ${practice.prescriber.id}, ${LISINOPRIL}, 'mine')`.execute(
        tx,
      ),
    );
    assert.equal((await draftOf(LISINOPRIL, { form: { offCatalog: false } })).treatment_id, LISINOPRIL);
  });

  test('a practice that prescribes from its lists only: no form, draft, review, order or refill goes beyond them', async () => {
    const GONE = 'tpl_01TEST0000000000000000000A';
    const { prescribing, prescriber } = practice;
    const reviewed = await reviewedDraft(practice);
    const waiting = await draftOf(LISINOPRIL);
    const [saved] = await prescribing.createPrescriptions(
      prescriber,
      { drafts: [await reviewedDraft(practice)] },
      freshKey('createPrescriptions'),
    );
    const listed = await reviewedDraft(practice, METFORMIN);
    await store.withOrg(TEST_ORGANIZATION, async (tx) => {
      await sql`delete from template where id = ${GONE}`.execute(tx);
      await sql`update organization set settings = settings || '{"offCatalog": false}'`.execute(tx);
    });
    try {
      for (const rules of [{}, { form: { offCatalog: true } }])
        assert.equal((await failureOf(draftOf(LISINOPRIL, rules))).code, 'TREATMENT_DISABLED');
      assert.equal((await draftOf(METFORMIN)).treatment_id, METFORMIN);
      const { drafts } = await prescribing.reviewDrafts(prescriber, { draftIds: [waiting.id] });
      assert.equal(drafts[0]?.contentHash, null);
      assert.match(
        drafts[0]?.problems.find(({ code }) => code === 'TREATMENT_DISABLED')?.message ?? '',
        /The practice prescribes only what is in its catalog/,
      );
      const order = (of: object) =>
        prescribing.createOrder(prescriber, { ...of, pharmacyId: PHARMACY }, freshKey('createOrder'));
      // Reviewed before the practice decided: the statement that signs decides by what holds now.
      assert.equal((await failureOf(order({ drafts: [reviewed] }))).code, 'SIGNATURE_INVALIDATED');
      assert.equal(
        (await failureOf(order({ prescriptionIds: [saved?.row.id ?? ''] }))).code,
        'TREATMENT_DISABLED',
      );
      assert.equal((await order({ drafts: [listed] })).order.state, 'PENDING');
    } finally {
      await store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql`update organization set settings = settings - 'offCatalog'`.execute(tx),
      );
    }
  });

  test('catalog-id: a catalog that is not there is named, not taken for an empty one', async () => {
    const unknown = { form: { catalogId: 'cat_01ABSENT000000000000000000' } };
    assert.equal((await failureOf(draftOf(METFORMIN, unknown))).code, 'NOT_FOUND');
  });
});
