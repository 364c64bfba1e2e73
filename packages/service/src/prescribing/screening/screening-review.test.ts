// Goal: no drug is signed beside what harms with it, against an allergy, or unchecked where it should have been, unless somebody said why; and what was found and
// said is part of what is signed. Method: the real rooms with imported data, on each store.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { DraftId, PatientId, TreatmentId } from '@pestle/rules/ids';
import {
  failureOf,
  freshKey,
  TEST_ORGANIZATION,
  userActor,
  useScreening,
} from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import {
  anotherPatient,
  GABAPENTIN,
  LISINOPRIL,
  METFORMIN,
  openPractice,
  PHARMACY,
} from '@pestle/testbed/practice/practice';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { createDirectory } from '../../directory/directory.ts';
import { newImportSession } from '../../directory/import/import-session.ts';
import { systemPorts } from '../../kernel/ports.ts';
import type { Screener, ScreenerAnswer, ScreeningQuestion } from '../../screening/inside.ts';
import { createScreening } from '../../screening/screening.ts';
import type { ReviewedDraft } from '../prescribing.ts';
import { createPrescribing } from '../prescribing.ts';

const RULE = 'interaction:lisinopril+metformin';
const PAIRS = [
  { drug_a: 'lisinopril', drug_b: 'metformin', severity: 'Critical' },
  { drug_a: 'lisinopril', drug_b: 'gabapentin', severity: 'Significant' },
];
const ANSWER = { rule: RULE, reason: 'WILL_MONITOR', text: null } as const;
const UNCHECKED = { rule: 'not-checked', reason: 'CHECKED_BY_HAND', text: null } as const;
const NEEDED = 'SCREENING_REASON_REQUIRED';

for (const { name, skip, open } of BOTH_STORES)
  describe(`section 14: screening of what is signed, on ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let practice: Practice;
    let laterByMs = 0;
    before(async () => {
      opened = await open();
      const ports = { ...systemPorts, clock: { now: () => systemPorts.clock.now() + laterByMs } };
      practice = await openPractice(opened.store, ports);
    });
    after(() => opened.close());

    const imported = async (file: 'interactions' | 'allergens', rows: readonly Record<string, string>[]) =>
      await createScreening({ store: opened.store }).administration.importScreening(
        file,
        { source: 'Test labels', datedOn: new Date().toISOString().slice(0, 10) },
        async (write) => void (await write(newImportSession(), rows)),
      );
    const draft = async (patientId: PatientId, treatmentId: TreatmentId, more: object = {}) => {
      const input = {
        patientId,
        treatmentId,
        dispenseQuantity: 30,
        dispenseUnit: 'Tablet',
        daysSupply: 30,
        instructions: 'Take one tablet by mouth once daily.',
        ...more,
      };
      return (await practice.prescribing.createDraft(practice.prescriber, input, freshKey('createDraft'))).id;
    };
    const review = async (...draftIds: DraftId[]): Promise<readonly ReviewedDraft[]> =>
      (await practice.prescribing.reviewDrafts(practice.prescriber, { draftIds })).drafts;
    const codes = ({ problems }: ReviewedDraft) => problems.map(({ code, severity }) => [code, severity]);
    const answer = (id: DraftId, revision: number, ...screeningAnswers: object[]) =>
      practice.prescribing.updateDraft(
        practice.prescriber,
        { id, revision, screeningAnswers } as Parameters<typeof practice.prescribing.updateDraft>[1],
        freshKey('updateDraft'),
      );
    const order = (drafts: { draftId: string; contentHash: string }[]) =>
      practice.prescribing.createOrder(
        practice.prescriber,
        { drafts, pharmacyId: PHARMACY },
        freshKey('createOrder'),
      );
    const signedBy = ({ draftId, contentHash }: ReviewedDraft) => {
      assert.ok(contentHash !== null);
      return { draftId, contentHash };
    };
    const change = async (patientId: PatientId, changes: object) => {
      const directory = createDirectory({ store: opened.store, ports: systemPorts });
      const actor = userActor();
      const { revision: expectedRevision } = await directory.patient(actor, patientId);
      await directory.updatePatient(
        actor,
        { id: patientId, expectedRevision, changes },
        freshKey('updatePatient'),
      );
    };
    /** The same room, which asks somebody else. */
    const asking = (ask: Screener['ask']) =>
      createPrescribing({
        ...practice.deps,
        screening: createScreening({ store: opened.store, screener: { ask } }),
      });

    it('a practice that has stated that it does not use screening is asked nothing, and what is signed says so', async () => {
      const asked: unknown[] = [];
      const elsewhere = asking((question) => {
        asked.push(question);
        return Promise.resolve(null);
      });
      for (const prescribing of [practice.prescribing, elsewhere]) {
        const draftIds = [await draft(await anotherPatient(practice), LISINOPRIL)];
        const [one] = (await prescribing.reviewDrafts(practice.prescriber, { draftIds })).drafts;
        assert.ok(one !== undefined);
        assert.deepEqual([one.screening.checked, one.screening.needsReason], [false, false]);
        assert.deepEqual(one.screening.troubles, ['NOT_USED']);
        assert.deepEqual(codes(one), []);
        assert.deepEqual(one.content?.reasons?.screening?.troubles, ['NOT_USED']);
        assert.equal((await order([signedBy(one)])).fills.length, 1);
      }
      assert.deepEqual(asked, []);
    });

    it('where nobody has stated that, nothing is signed without data unless somebody says why, and the reason is signed', async () => {
      await useScreening(opened.store);
      const id = await draft(await anotherPatient(practice), LISINOPRIL);
      const [stopped] = await review(id);
      assert.ok(stopped !== undefined);
      assert.deepEqual([stopped.contentHash, stopped.screening.needsReason], [null, true]);
      assert.deepEqual(stopped.screening.troubles, ['NO_DATA']);
      assert.deepEqual(codes(stopped), [[NEEDED, 'error']]);
      await answer(id, 1, UNCHECKED);
      const [one] = await review(id);
      assert.ok(one !== undefined);
      assert.deepEqual(one.content?.reasons?.screening?.answers, [UNCHECKED]);
      assert.equal((await order([signedBy(one)])).fills.length, 1);
    });

    it('a severe interaction stops both drafts until each is answered, by a code that is signed', async () => {
      await imported('interactions', PAIRS);
      const patientId = await anotherPatient(practice);
      const ids = [await draft(patientId, LISINOPRIL), await draft(patientId, METFORMIN)];
      const stopped = await review(...ids);
      for (const one of stopped) {
        assert.deepEqual(codes(one), [[NEEDED, 'error']]);
        assert.equal(one.problems[0]?.path, 'draft.screeningAnswers');
        assert.equal(one.contentHash, null);
        assert.equal(one.screening.checked, true);
        assert.deepEqual(
          one.screening.findings.map(({ rule }) => rule),
          [RULE],
        );
      }
      for (const id of ids) await answer(id, 1, ANSWER);
      const answered = await review(...ids);
      assert.deepEqual(answered.map(codes), [[], []]);
      const made = await order(answered.map(signedBy));
      const [fill] = made.fills;
      assert.ok(fill !== undefined);
      const { content } = await practice.prescribing.prescription(practice.prescriber, fill.prescription_id);
      assert.deepEqual(content.reasons?.screening?.answers, [ANSWER]);
      assert.equal(content.reasons?.screening?.source, 'Test labels');
      assert.equal(content.version, 3);
    });

    it('drafts that are reviewed one by one know each other, and so does what was signed before', async () => {
      const patientId = await anotherPatient(practice);
      const first = await draft(patientId, LISINOPRIL);
      const [alone] = await review(first);
      assert.ok(alone !== undefined);
      const second = await draft(patientId, METFORMIN);
      const [beside] = await review(second);
      assert.deepEqual(
        beside?.screening.findings.map(({ from }) => from),
        ['ORDER'],
      );
      await order([signedBy(alone)]);
      const [later] = await review(second);
      assert.deepEqual(
        later?.screening.findings.map(({ from }) => from),
        ['PRESCRIBED'],
      );
      assert.ok(later !== undefined && later.contentHash === null);
    });

    it('what was prescribed counts while it may still be taken, refills as well, and not after', async () => {
      const patientId = await anotherPatient(practice);
      const [early] = await review(await draft(patientId, LISINOPRIL, { fillsAllowed: 2 }));
      assert.ok(early !== undefined);
      await order([signedBy(early)]);
      const found = async (afterDays: number) => {
        laterByMs = afterDays * 86_400_000;
        const [one] = await review(await draft(patientId, METFORMIN, { duplicateReason: 'Test.' }));
        return one?.screening.findings.some(({ from }) => from === 'PRESCRIBED');
      };
      try {
        assert.deepEqual([await found(80), await found(95)], [true, false]);
      } finally {
        laterByMs = 0;
      }
    });

    it('a moderate one is told and stops nothing', async () => {
      const patientId = await anotherPatient(practice);
      const [first, second] = await review(
        await draft(patientId, LISINOPRIL),
        await draft(patientId, GABAPENTIN),
      );
      for (const one of [first, second]) {
        assert.ok(one !== undefined);
        assert.deepEqual(codes(one), [['SCREENING_FINDING', 'warning']]);
        assert.notEqual(one.contentHash, null);
      }
    });

    it('an allergy that is written down after the review makes the signature void, and says that a reason is needed', async () => {
      await imported('allergens', [{ allergen: 'PEANUTS', synonyms: '', va_classes: '' }]);
      const patientId = await anotherPatient(practice);
      const id = await draft(patientId, LISINOPRIL);
      const [fine] = await review(id);
      assert.ok(fine !== undefined);
      await change(patientId, { allergies: [{ substance: 'Lisinopril', reaction: 'Cough' }] });
      assert.equal((await failureOf(order([signedBy(fine)]))).code, NEEDED);
      const [stopped] = await review(id);
      assert.deepEqual(
        stopped?.screening.findings.map(({ kind }) => kind),
        ['ALLERGY'],
      );
      const rule = stopped?.screening.findings[0]?.rule ?? '';
      await answer(id, 1, { rule, reason: 'OTHER', text: 'Cough was of another cause.' });
      const [answered] = await review(id);
      assert.ok(answered !== undefined);
      assert.equal((await order([signedBy(answered)])).fills.length, 1);
    });

    it('an allergy that nobody can compare leaves it unchecked, which needs a reason of its own kind', async () => {
      const patientId = await anotherPatient(practice);
      await change(patientId, { allergies: [{ substance: 'Zorbium' }] });
      const id = await draft(patientId, LISINOPRIL);
      const [stopped] = await review(id);
      assert.deepEqual(stopped?.screening.troubles, ['ALLERGY_UNREADABLE']);
      assert.ok(stopped !== undefined);
      assert.deepEqual(codes(stopped), [[NEEDED, 'error']]);
      for (const wrong of [
        { rule: 'not-checked', reason: 'TOLERATED_BEFORE' },
        { rule: 'not-checked', reason: 'OTHER' },
        { rule: RULE, reason: 'CHECKED_BY_HAND' },
        { rule: 'x'.repeat(301), reason: 'WILL_MONITOR' },
        { ...UNCHECKED, text: 'x'.repeat(211) },
        { ...UNCHECKED, text: 'two\nlines' },
      ])
        assert.equal((await failureOf(answer(id, 1, wrong))).code, 'INVALID_INPUT', JSON.stringify(wrong));
      assert.equal((await failureOf(answer(id, 1, UNCHECKED, UNCHECKED))).code, 'INVALID_INPUT');
      const many = Array.from({ length: 31 }, (_, at) => ({ rule: `r${at}`, reason: 'WILL_MONITOR' }));
      assert.equal((await failureOf(answer(id, 1, ...many))).code, 'INVALID_INPUT');
      await answer(id, 1, UNCHECKED);
      const [answered] = await review(id);
      assert.deepEqual(answered?.content?.reasons?.screening?.answers, [UNCHECKED]);
      assert.equal(answered?.content?.reasons?.screening?.checked, false);
    });

    it('what the patient takes and was not prescribed here counts, by name or code', async () => {
      for (const medications of [
        [{ name: 'Metformin HCl 500 mg' }],
        [{ name: 'the white one', rxcui: '6809' }],
      ]) {
        const patientId = await anotherPatient(practice);
        await change(patientId, { medications });
        const [one] = await review(await draft(patientId, LISINOPRIL));
        assert.deepEqual(
          one?.screening.findings.map(({ rule, from }) => [rule, from]),
          [[RULE, 'TOLD']],
        );
      }
      const patientId = await anotherPatient(practice);
      await change(patientId, { medications: [{ name: 'the white one' }] });
      const [unread] = await review(await draft(patientId, LISINOPRIL));
      assert.deepEqual(unread?.screening.troubles, ['MEDICINE_UNREADABLE']);
    });

    it('W4: an answer that is given, changed or taken back after the review invalidates it; one to nothing is not signed', async () => {
      const patientId = await anotherPatient(practice);
      await draft(patientId, METFORMIN);
      const id = await draft(patientId, LISINOPRIL, { screeningAnswers: [ANSWER] });
      const [one] = await review(id);
      assert.ok(one !== undefined);
      await answer(id, 1, { ...ANSWER, reason: 'BENEFIT_OUTWEIGHS' });
      assert.equal((await failureOf(order([signedBy(one)]))).code, 'SIGNATURE_INVALIDATED');
      const [other] = await review(id);
      assert.notEqual(other?.contentHash, one.contentHash);
      await answer(id, 2);
      assert.ok(other !== undefined);
      assert.equal((await failureOf(order([signedBy(other)]))).code, NEEDED);
      const alone = await draft(await anotherPatient(practice), LISINOPRIL, { screeningAnswers: [ANSWER] });
      const [nothing] = await review(alone);
      assert.deepEqual(nothing?.content?.reasons?.screening?.answers, []);
    });

    it('another treatment clears the answers', async () => {
      const id = await draft(await anotherPatient(practice), LISINOPRIL, { screeningAnswers: [ANSWER] });
      const changed = await practice.prescribing.updateDraft(
        practice.prescriber,
        { id, revision: 1, treatmentId: METFORMIN },
        freshKey('updateDraft'),
      );
      assert.deepEqual(changed.screening_answers, []);
    });

    it('who is asked elsewhere and does not answer, or answers of what is no longer so, has not checked', async () => {
      const patientId = await anotherPatient(practice);
      const id = await draft(patientId, LISINOPRIL);
      const silent = asking(() => Promise.reject(new Error('no')));
      const [unanswered] = (await silent.reviewDrafts(practice.prescriber, { draftIds: [id] })).drafts;
      assert.deepEqual(unanswered?.screening.troubles, ['NO_ANSWER']);
      assert.equal(unanswered?.contentHash, null);
      let asked = 0;
      const meanwhile = asking(async (question): Promise<ScreenerAnswer> => {
        asked += 1;
        await change(patientId, { allergies: [{ substance: `Zorb ${asked}` }] });
        return nothingFound(question);
      });
      const [moved] = (await meanwhile.reviewDrafts(practice.prescriber, { draftIds: [id] })).drafts;
      assert.deepEqual(moved?.screening.troubles, ['CHANGED_MEANWHILE']);
      assert.deepEqual([moved?.screening.checked, moved?.contentHash], [false, null]);
      assert.equal(asked, 3);
      asked = 0;
      const once = asking(async (question): Promise<ScreenerAnswer> => {
        asked += 1;
        if (asked === 1) await change(patientId, { allergies: [] });
        return nothingFound(question);
      });
      const [again] = (await once.reviewDrafts(practice.prescriber, { draftIds: [id] })).drafts;
      assert.deepEqual([again?.screening.checked, asked], [true, 2]);
      const fine = asking(async (question) => nothingFound(question));
      const [checked] = (await fine.reviewDrafts(practice.prescriber, { draftIds: [id] })).drafts;
      assert.deepEqual([checked?.screening.checked, checked?.screening.source], [true, 'Elsewhere']);
      const [forgot] = (
        await asking(async (question) => ({ ...nothingFound(question), drugs: new Map() })).reviewDrafts(
          practice.prescriber,
          { draftIds: [id] },
        )
      ).drafts;
      assert.deepEqual(forgot?.screening.troubles, ['NO_ANSWER']);
    });

    it('many who write for one patient at the same moment are all checked, however often the same was prescribed', async () => {
      const patientId = await anotherPatient(practice);
      const REPEATED = { repeatReason: 'lost', duplicateReason: 'lost' };
      const signed = await Promise.all(
        Array.from({ length: 12 }, async () => {
          const [one] = await review(await draft(patientId, GABAPENTIN, REPEATED));
          assert.ok(one !== undefined);
          assert.deepEqual([one.screening.checked, codes(one)], [true, []]);
          return await order([signedBy(one)]);
        }),
      );
      assert.equal(signed.length, 12);
    });

    it('the trail says by which codes somebody went on, and names no drug', async () => {
      const patientId = await anotherPatient(practice);
      await draft(patientId, METFORMIN);
      const id = await draft(patientId, LISINOPRIL, { screeningAnswers: [ANSWER] });
      await review(id);
      const { rows } = await opened.store.withOrg(TEST_ORGANIZATION, (tx) =>
        sql<{ detail: Record<string, string> }>`select detail from audit_entry
          where org_id = ${TEST_ORGANIZATION} and subject_id = ${id} and action = 'draft.review'`.execute(tx),
      );
      assert.deepEqual(
        rows.map(({ detail: { contentHash: _hash, ...detail } }) => detail),
        [{ screening: 'checked', overriddenBy: 'WILL_MONITOR' }],
      );
    });

    it('counts what was shown and what was overridden, by rule', async () => {
      const counted = await createScreening({ store: opened.store }).countedRules(
        userActor({ roles: ['admin'] }),
      );
      const found = counted.find(({ rule }) => rule === RULE);
      assert.ok(found !== undefined && found.shown > found.overridden && found.overridden > 0);
      assert.ok(counted.some(({ rule, overridden }) => rule === 'not-checked' && overridden === 2));
    });
  });

function nothingFound({ drugs, today }: ScreeningQuestion): ScreenerAnswer {
  return {
    source: 'Elsewhere',
    dataDate: today,
    drugs: new Map(drugs.map(({ key }) => [key, { findings: [], troubles: [] }])),
  };
}
