// Goal: what speaks against a medicine is known while it is written, by the same rules as at its review, and what another service suggests in its place can be
// taken where the form can do it. Method: the real rooms with imported data and a real CDS Hooks peer, on each store.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { PatientId } from '@pestle/rules/ids';
import {
  failureOf,
  freshKey,
  machineActor,
  TEST_ORGANIZATION,
  useScreening,
} from '@pestle/testbed/practice/people';
import type { Practice } from '@pestle/testbed/practice/practice';
import {
  anotherPatient,
  GABAPENTIN,
  LISINOPRIL,
  METFORMIN,
  openPractice,
} from '@pestle/testbed/practice/practice';
import { CARD, type CdsHook, json, startCdsPeer } from '@pestle/testbed/screening/cds-peer';
import type { OpenedStore } from '@pestle/testbed/stores/both-stores';
import { BOTH_STORES } from '@pestle/testbed/stores/both-stores';
import { sql } from 'kysely';
import { newImportSession } from '../../directory/import/import-session.ts';
import { createExchange } from '../../kernel/outgoing/exchange.ts';
import { createScreening } from '../../screening/screening.ts';
import { createPrescribing, type Prescribing } from '../prescribing.ts';

const RULE = 'interaction:lisinopril+metformin';
const PAIRS = [{ drug_a: 'lisinopril', drug_b: 'metformin', severity: 'Critical' }];
const RXNORM = 'http://www.nlm.nih.gov/research/umls/rxnorm';
const METFORMIN_RXCUI = '861007';
const ORDER = 'MedicationRequest/being-written';
const OTHER_DRUG = {
  resourceType: 'MedicationRequest',
  medicationCodeableConcept: { coding: [{ system: RXNORM, code: METFORMIN_RXCUI }] },
  dosageInstruction: [{ text: 'Take one tablet by mouth twice daily.' }],
};

for (const { name, skip, open } of BOTH_STORES)
  describe(`screening of what is being written, on ${name}`, { skip }, () => {
    let opened: OpenedStore;
    let practice: Practice;
    before(async () => {
      opened = await open();
      practice = await openPractice(opened.store);
      await useScreening(opened.store);
      await createScreening({ store: opened.store }).administration.importScreening(
        'interactions',
        { source: 'Test labels', datedOn: new Date().toISOString().slice(0, 10) },
        async (write) => void (await write(newImportSession(), PAIRS)),
      );
      await opened.store.asKeeper((tx) =>
        sql`update treatment set rxcui = case id when ${METFORMIN} then ${METFORMIN_RXCUI} else '314076' end
          where id in (${METFORMIN}, ${LISINOPRIL})`.execute(tx),
      );
    });
    after(() => opened.close());

    const draft = async (patientId: PatientId, over: object) =>
      await practice.prescribing.createDraft(
        practice.prescriber,
        {
          patientId,
          treatmentId: METFORMIN,
          dispenseQuantity: 30,
          dispenseUnit: 'Tablet',
          daysSupply: 30,
          instructions: 'Take one tablet by mouth once daily.',
          ...over,
        },
        freshKey('createDraft'),
      );

    it('finds what a review finds, with what is in the order already; a draft is not compared with itself, and its answer counts at the review', async () => {
      const patientId = await anotherPatient(practice);
      const { prescribing, prescriber } = practice;
      const { id: first } = await draft(patientId, {});
      const { screening } = await prescribing.screeningOf(prescriber, { patientId, treatmentId: LISINOPRIL });
      assert.deepEqual(
        screening.findings.map(({ rule, severity }) => [rule, severity]),
        [[RULE, 'HIGH']],
      );
      const { id: second } = await draft(patientId, {
        treatmentId: LISINOPRIL,
        screeningAnswers: [{ rule: RULE, reason: 'WILL_MONITOR', text: null }],
      });
      const edited = await prescribing.screeningOf(prescriber, {
        patientId,
        treatmentId: LISINOPRIL,
        draftId: second,
      });
      assert.deepEqual(
        edited.screening.findings.map(({ rule }) => rule),
        [RULE],
      );
      const alone = await prescribing.screeningOf(prescriber, {
        patientId,
        treatmentId: METFORMIN,
        draftId: first,
      });
      assert.equal(alone.screening.findings.length, 1, 'with the other, not with itself');
      const other = await prescribing.screeningOf(prescriber, { patientId, treatmentId: GABAPENTIN });
      assert.deepEqual(other.screening.findings, []);
      const { drafts } = await prescribing.reviewDrafts(prescriber, { draftIds: [second] });
      assert.ok(drafts[0]?.contentHash, 'the answer of the form is the answer of the review');
    });

    it('answers nobody but who may write drafts, and only for patients, treatments and drafts that are there', async () => {
      const patientId = await anotherPatient(practice);
      const { prescribing, prescriber } = practice;
      const nobody = 'pat_01TEST000000000000000000ZZ';
      const nothing = 'trt_01TEST000000000000000000ZZ';
      for (const [actor, over, code] of [
        [machineActor(), {}, 'FORBIDDEN'],
        [prescriber, { patientId: nobody }, 'NOT_FOUND'],
        [prescriber, { treatmentId: nothing }, 'NOT_FOUND'],
        [prescriber, { draftId: patientId }, 'NOT_FOUND'],
      ] as const) {
        const asked = prescribing.screeningOf(actor, { patientId, treatmentId: LISINOPRIL, ...over });
        assert.equal((await failureOf(asked)).code, code, JSON.stringify(over));
      }
    });

    const withPeer = async (
      hook: CdsHook,
      cards: readonly object[],
      work: (prescribing: Prescribing, asked: () => readonly Record<string, unknown>[]) => Promise<void>,
    ): Promise<void> => {
      const peer = await startCdsPeer(hook);
      const exchange = createExchange({ loopbackOnly: true });
      const services = { exchange, issuer: 'https://pestle.example', httpsOnly: false };
      const screening = createScreening({ store: opened.store, services });
      try {
        peer.answer = (_call, response) => json(response, 200, { cards });
        await screening.serviceAdministration?.set(
          TEST_ORGANIZATION,
          { url: peer.url, timeoutMs: 2_000 },
          'tests',
        );
        await work(createPrescribing({ ...practice.deps, screening }), () =>
          peer.calls.map(({ body }) => body),
        );
      } finally {
        await screening.serviceAdministration?.remove(TEST_ORGANIZATION, 'tests');
        await exchange.close();
        await peer.close();
      }
    };

    it('who answers signatures alone is not asked yet, and that is said', async () => {
      const patientId = await anotherPatient(practice);
      await withPeer('order-sign', [CARD], async (prescribing, asked) => {
        const { screening } = await prescribing.screeningOf(practice.prescriber, {
          patientId,
          treatmentId: LISINOPRIL,
        });
        assert.deepEqual([screening.checked, screening.troubles], [false, ['ASKED_LATER']]);
        assert.equal(asked().length, 0);
      });
    });

    it('a suggestion that a form can carry out is offered; one that does more, or names what is not here, stays words; none of it is signed', async () => {
      const patientId = await anotherPatient(practice);
      const unknown = {
        ...OTHER_DRUG,
        medicationCodeableConcept: { coding: [{ system: RXNORM, code: '99999999' }] },
      };
      const suggestions = [
        {
          label: 'Metformin instead',
          actions: [
            { type: 'delete', resourceId: ORDER },
            { type: 'create', resource: OTHER_DRUG },
          ],
        },
        { label: 'Do not prescribe', actions: [{ type: 'delete', resourceId: ORDER }] },
        {
          label: 'Half of it',
          actions: [
            {
              type: 'update',
              resource: {
                resourceType: 'MedicationRequest',
                dosageInstruction: [{ text: 'Take half a tablet by mouth once daily.' }],
              },
            },
          ],
        },
        {
          label: 'A laboratory test',
          actions: [{ type: 'create', resource: { resourceType: 'ServiceRequest' } }],
        },
        { label: 'Something unknown', actions: [{ type: 'create', resource: unknown }] },
        { label: 'Call the ward' },
      ];
      await withPeer('order-select', [{ ...CARD, suggestions }], async (prescribing, asked) => {
        const { screening, offers } = await prescribing.screeningOf(practice.prescriber, {
          patientId,
          treatmentId: LISINOPRIL,
        });
        const [body] = asked() as { hook: string; context: { selections: string[] } }[];
        assert.deepEqual([body?.hook, body?.context.selections], ['order-select', [ORDER]]);
        assert.deepEqual(
          screening.findings[0]?.card?.suggestions,
          suggestions.map(({ label }) => label),
        );
        const kept = { removes: false, treatmentId: null, directions: null };
        assert.deepEqual(offers, [
          {
            ...kept,
            label: 'Metformin instead',
            treatmentId: METFORMIN,
            directions: 'Take one tablet by mouth twice daily.',
          },
          { ...kept, label: 'Do not prescribe', removes: true },
          { ...kept, label: 'Half of it', directions: 'Take half a tablet by mouth once daily.' },
        ]);
        const { id } = await draft(patientId, { treatmentId: LISINOPRIL });
        const [reviewed] = (await prescribing.reviewDrafts(practice.prescriber, { draftIds: [id] })).drafts;
        assert.equal(reviewed?.screening.findings.length, 1);
        assert.ok(!JSON.stringify(reviewed).includes('"offers"'));
      });
    });
  });
