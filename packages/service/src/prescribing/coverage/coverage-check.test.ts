// Holds the coverage check to its promise on both stores: the plan's own terms, in words, for the right pharmacy and patient; nothing that a
// payer does breaks it; and nothing is offered that may not be prescribed.

import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { PatientId, TreatmentId } from '@pestle/rules/ids';
import {
  CARD,
  type CoverageTestbed,
  MAIL_ORDER,
  openCoverageTestbed,
  PREFERRED,
} from '@pestle/testbed/coverage/coverage-testbed';
import {
  anId,
  failureOf,
  freshKey,
  machineActor,
  OTHER_ORGANIZATION,
  userActor,
} from '@pestle/testbed/practice/people';
import {
  GABAPENTIN,
  LISINOPRIL,
  METFORMIN,
  PATIENT,
  PHARMACY,
  type Practice,
} from '@pestle/testbed/practice/practice';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { type AskedNews, createCoverage } from '../../coverage/coverage.ts';
import type { Payer, PayerAnswer } from '../../coverage/payer.ts';
import { createPrescribing, type Prescribing } from '../prescribing.ts';
import type { CoverageCheck, DraftCoverage } from './coverage-check.ts';

for (const { name, skip, open } of BOTH_STORES) {
  describe(`coverage of drafts on the ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let practice: Practice;
    let directory: CoverageTestbed['directory'];
    let change: CoverageTestbed['change'];
    let insure: CoverageTestbed['insure'];
    before(async () => {
      opened = await open();
      ({ practice, directory, change, insure } = await openCoverageTestbed(opened.store));
    });
    after(() => opened.close());

    const draftOf = async (treatmentId: TreatmentId, patientId: PatientId = PATIENT): Promise<string> => {
      const { id } = await practice.prescribing.createDraft(
        practice.prescriber,
        {
          patientId,
          treatmentId,
          dispenseQuantity: 30,
          dispenseUnit: 'Tablet',
          daysSupply: 30,
          instructions: 'Take one tablet daily.',
        },
        freshKey('createDraft'),
      );
      return id;
    };
    const check = (
      draftIds: readonly string[],
      rest: Partial<Parameters<Prescribing['coverageCheck']>[1]> = {},
      prescribing: Prescribing = practice.prescribing,
    ): Promise<CoverageCheck> =>
      prescribing.coverageCheck(practice.prescriber, {
        patientId: PATIENT,
        draftIds,
        language: 'EN',
        ...rest,
      });
    const only = ({ drafts }: CoverageCheck): DraftCoverage => {
      assert.equal(drafts.length, 1);
      return drafts[0] ?? assert.fail();
    };
    /** The room with these payers before the lists. */
    const asking = (payers: readonly Payer[], rest: Partial<Parameters<typeof createCoverage>[0]> = {}) =>
      createPrescribing({
        ...practice.deps,
        coverage: createCoverage({ store: opened.store, payers, ...rest }),
      });
    const payer = (ask: Payer['ask']): Payer => ({ name: 'Acme', knows: () => true, ask });

    it('asks nobody where the practice has set so, and says that', async () => {
      const id = await draftOf(METFORMIN);
      const asked: unknown[] = [];
      const room = asking([
        payer(async (question) => {
          asked.push(question);
          return { state: 'NO_DATA' };
        }),
      ]);
      const set = (value: string) =>
        opened.store.withOrg(practice.prescriber.orgId, (tx) =>
          sql`update organization set settings = settings || jsonb_build_object('coverage', ${value}::text)`.execute(
            tx,
          ),
        );
      await set('never');
      const { state, reasons } = only(await check([id], {}, room));
      assert.deepEqual([state, reasons.map(({ code }) => code), asked], ['NO_DATA', ['NOT_ASKED'], []]);
      await set('page');
      await check([id], {}, room);
      assert.equal(asked.length, 1);
    });

    it('tells status, restrictions and copay by the plan’s lists, each draft as it was asked about', async () => {
      const ids = [await draftOf(METFORMIN), await draftOf(LISINOPRIL)];
      const answer = await check(ids);
      assert.deepEqual(
        [answer.plan, answer.source, answer.patientId, answer.drafts.map(({ draftId }) => draftId)],
        ['First Plan', 'Plan lists', PATIENT, ids],
      );
      assert.match(answer.dataDate ?? '', /^\d{4}-\d{2}-\d{2}$/);
      const [restricted, covered] = answer.drafts;
      assert.partialDeepStrictEqual(covered, {
        state: 'CHECKED',
        status: 'COVERED',
        revision: 1,
        priorAuthorization: false,
        copay: { kind: 'EXACT', fromCents: 2000, toCents: 2000, text: '$20.00' },
      });
      assert.partialDeepStrictEqual(restricted, {
        status: 'COVERED_WITH_RESTRICTIONS',
        priorAuthorization: true,
        stepTherapy: false,
        reasons: [{ code: 'PRIOR_AUTHORIZATION' }],
      });
    });

    it('offers what the plan lists: the same treatment first, then its class by cost, never what may not be prescribed', async () => {
      const draft = await draftOf(LISINOPRIL);
      const offered = async () =>
        only(await check([draft])).alternatives.map(({ treatment, keepsDirections, because }) => [
          treatment.treatment.rxcui,
          keepsDirections,
          because.text,
        ]);
      // Neither oxycodone, which is controlled, nor what is no longer offered.
      assert.deepEqual(await offered(), [
        ['104377', true, 'Same ingredient, strength and form.'],
        ['310431', false, 'Same class: ACE Inhibitors.'],
        ['861007', false, 'Same class: ACE Inhibitors.'],
      ]);
      await opened.store.withOrg(practice.prescriber.orgId, (tx) =>
        sql`insert into disabled_treatment (org_id, treatment_id) values (${practice.prescriber.orgId}, ${GABAPENTIN})`.execute(
          tx,
        ),
      );
      assert.deepEqual(
        (await offered()).map(([rxcui]) => rxcui),
        ['104377', '861007'],
      );
      await opened.store.withOrg(practice.prescriber.orgId, (tx) =>
        sql`delete from disabled_treatment where org_id = ${practice.prescriber.orgId}`.execute(tx),
      );
    });

    it('names a pharmacy by mail where the plan asks less there', async () => {
      const { pharmacies } = only(await check([await draftOf(LISINOPRIL)]));
      assert.partialDeepStrictEqual(pharmacies, [
        {
          kind: 'MAIL_ORDER',
          text: '1 month by mail, in the network',
          pharmacy: { id: MAIL_ORDER },
          copay: { toCents: 500 },
        },
      ]);
    });

    it('counts the terms of the pharmacy that is named, else of the preferred, else of the nearest', async () => {
      const draft = await draftOf(LISINOPRIL);
      const of = async (rest = {}) => {
        const { pharmacy, pharmacyBy } = await check([draft], rest);
        return [pharmacy?.id, pharmacyBy];
      };
      assert.deepEqual(await of(), [PHARMACY, 'NEAREST']);
      await change({ preferredPharmacyId: PREFERRED });
      assert.deepEqual(await of(), [PREFERRED, 'PREFERRED']);
      assert.deepEqual(await of({ pharmacyId: MAIL_ORDER }), [MAIL_ORDER, 'SELECTED']);
      await change({ preferredPharmacyId: null });
      const byMail = only(await check([draft], { pharmacyId: MAIL_ORDER }));
      assert.partialDeepStrictEqual(byMail.copay, { kind: 'EXACT', toCents: 500 });
    });

    it('has no data, and says why, without benefits, with ended ones, and for a plan that was never imported', async () => {
      const draft = await draftOf(LISINOPRIL);
      for (const [cards, code, text] of [
        [[], 'NO_BENEFITS', /No benefits/],
        [[{ ...CARD, validTo: '2020-05-31' }], 'BENEFITS_ENDED', /ended on 31-May-2020/],
        [[{ ...CARD, validFrom: '2098-01-01' }], 'BENEFITS_NOT_BEGUN', /begin on 01-Jan-2098/],
        [[{ ...CARD, planId: null }], 'NO_PLAN', /No data/],
        [[{ ...CARD, planId: 'PLAN-9' }], 'NO_PLAN', /No data/],
      ] as const) {
        await insure(...cards);
        const { state, status, reasons, trouble, alternatives } = only(await check([draft]));
        assert.deepEqual([state, status, trouble, alternatives], ['NO_DATA', 'NO_DATA', null, []]);
        assert.equal(reasons[0]?.code, code);
        assert.match(reasons[0]?.text ?? '', text);
      }
      await insure({ ...CARD, planId: 'PLAN-9' }, { ...CARD, memberId: 'MEM2' });
      assert.equal(
        only(await check([draft])).state,
        'CHECKED',
        'the second card is asked where the first has no data',
      );
      await insure(CARD);
    });

    it('answers of a plan that has ended as of its last day, and says so', async () => {
      await insure({ ...CARD, planId: 'PLAN-OLD' });
      const { status, notes } = only(await check([await draftOf(LISINOPRIL)]));
      assert.equal(status, 'COVERED');
      assert.match(notes[0]?.text ?? '', /The plan ended on 31-Dec-2022/);
      await insure(CARD);
    });

    it('tells everything in Spanish when asked to', async () => {
      const { copay, reasons, pharmacies } = only(
        await check([await draftOf(METFORMIN)], { language: 'ES' }),
      );
      assert.deepEqual(
        reasons.map(({ text }) => text),
        ['Autorización previa: el plan debe aprobarlo antes.'],
      );
      assert.equal(copay?.steps[0]?.text, 'Copago de $20.00; no se aplica el deducible.');
      assert.equal(pharmacies[0]?.text, '1 mes por correo, de la red');
    });

    it('tells nobody of another organization anything, nor of another patient’s drafts', async () => {
      const draft = await draftOf(LISINOPRIL);
      const elsewhere = userActor({ orgId: OTHER_ORGANIZATION });
      const ask = { patientId: PATIENT, draftIds: [draft], language: 'EN' } as const;
      assert.equal((await failureOf(practice.prescribing.coverageCheck(elsewhere, ask))).code, 'NOT_FOUND');
      const { id } = await directory.createPatient(
        practice.prescriber,
        {
          firstName: 'Ann',
          lastName: 'Lee',
          dateOfBirth: '1990-01-01',
          sex: 'FEMALE',
          phone: '6175550109',
          address: { street1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02108' },
        },
        freshKey('createPatient'),
      );
      const failure = await failureOf(check([draft, await draftOf(LISINOPRIL, id)]));
      assert.deepEqual([failure.code, failure.message], ['NOT_FOUND', 'There is no draft with this id.']);
      const scopes = ['read:patient'];
      assert.equal(
        (await failureOf(practice.prescribing.coverageCheck(userActor({ scopes }), ask))).code,
        'FORBIDDEN',
      );
      assert.equal((await practice.prescribing.coverageCheck(machineActor(), ask)).drafts.length, 1);
    });

    it('asks about 1 to 25 drafts', async () => {
      const many = Array.from({ length: 26 }, () => anId('drf'));
      for (const ids of [[], many]) {
        const { code, paths } = await failureOf(check(ids));
        assert.deepEqual([code, paths], ['INVALID_INPUT', ['draftIds']]);
      }
    });

    it('asks a payer before the lists, the lists where it has no data, and nobody where it could not answer', async () => {
      const draft = await draftOf(LISINOPRIL);
      const saying = (answer: PayerAnswer) => check([draft], {}, asking([payer(async () => answer)]));
      assert.equal((await saying({ state: 'NO_DATA' })).source, 'Plan lists');
      const failed = await saying({ state: 'COULD_NOT_CHECK', because: 'MEMBER_UNKNOWN' });
      assert.equal(failed.source, 'Acme');
      assert.partialDeepStrictEqual(only(failed), {
        state: 'COULD_NOT_CHECK',
        status: 'NO_DATA',
        trouble: {
          code: 'MEMBER_UNKNOWN',
          text: 'The payer does not find the member. Check the benefits on file.',
        },
      });
    });

    it('reads of a payer’s answer what was asked, and offers what it names in its own words', async () => {
      const draft = await draftOf(LISINOPRIL);
      const verdict = {
        status: 'COVERED',
        reasons: [],
        restrictions: 0,
        limit: [],
        notes: [],
        copay: null,
      } as const;
      const other = { ...verdict, quantity: '60', daysSupply: 30 };
      await opened.store.asKeeper((tx) =>
        sql`update treatment set therapeutic_class = 'Another' where id = ${GABAPENTIN}`.execute(tx),
      );
      const many = Array.from({ length: 10_000 }, (_, index) => ({
        ...verdict,
        key: `other-${index}`,
        alternatives: [],
        cheaperAt: [],
      }));
      const mine = {
        ...verdict,
        key: draft,
        alternatives: ['310431', '1049502', '99999'].map((rxcui) => ({ ...other, rxcui })),
        cheaperAt: [],
      };
      const checked = await check(
        [draft],
        {},
        asking([
          payer(async () => ({ state: 'CHECKED', planName: null, dataDate: null, drugs: [...many, mine] })),
        ]),
      );
      const { status, copay, alternatives } = only(checked);
      assert.deepEqual([status, copay], ['COVERED', null]);
      assert.partialDeepStrictEqual(
        alternatives.map(({ treatment, ...rest }) => ({ rxcui: treatment.treatment.rxcui, ...rest })),
        [
          {
            rxcui: '310431',
            because: { code: 'NAMED_BY_PLAN' },
            keepsDirections: false,
            dispenseQuantity: '60',
          },
        ],
      );
      assert.equal(alternatives.length, 1, 'neither what is controlled nor what nobody knows');
      await opened.store.asKeeper((tx) =>
        sql`update treatment set therapeutic_class = 'ACE Inhibitors' where id = ${GABAPENTIN}`.execute(tx),
      );
    });

    it('tells its witness what was asked and answered, and lets it break nothing', async () => {
      const seen: AskedNews[] = [];
      const prescribing = asking([], { onAsked: (news) => seen.push(news) });
      const draft = await draftOf(LISINOPRIL);
      await check([draft], {}, prescribing);
      assert.equal(seen.length, 1);
      const { payer: who, question, answer, ms } = seen[0] ?? assert.fail();
      assert.deepEqual([who, question.benefit.memberId, answer.state], ['Plan lists', 'MEM1', 'CHECKED']);
      assert.deepEqual(
        question.drugs.map(({ key, rxcui, quantity }) => [key, rxcui, quantity]),
        [[draft, '314076', '30']],
      );
      assert.ok(ms >= 0);
    });
  });
}
