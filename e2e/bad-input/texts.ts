// Unsafe text in every text that the API takes, and what becomes of the text that is kept.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dataOf } from '@pestle/testbed/api/api';
import { forEachCase, refusalOf, refused } from './answers.ts';
import type { Targets } from './ids.ts';
import { spoiled, textPaths } from './operation.ts';
import { createDraft, DRAFT, PATIENT, review } from './records.ts';

const NUL = '\u0000';
const LONE_SURROGATE = '\ud83d';
const RIGHT_TO_LEFT_OVERRIDE = '\u202e';
const EMOJI = '\u{1f48a}';
const SCRIPT = '<script>alert(1)</script>';

const CREATE_PATIENT = 'mutation($input: CreatePatientInput!) { createPatient(input: $input) { id } }';
const CREATE_TEMPLATE =
  'mutation($input: CreateTemplateInput!) { createTemplate(input: $input) { id name } }';

/** Texts that are looked for and not kept: anything may be typed there. */
const SEARCHED = /^(text|search$|near\.|state$|states\.|since$|dateOfBirth$)/;

export function testTexts(targets: () => Targets): void {
  describe('unsafe text', () => {
    for (const [what, poison] of [
      ['a NUL character', `ab${NUL}cd`],
      ['half of an emoji', `ab${LONE_SURROGATE}cd`],
      ['20,000 characters', 'long '.repeat(4_000)],
    ] as const) {
      test(`${what} in any text of any operation is refused or finds nothing`, async () => {
        const { testbed, operations } = targets();
        const cases = operations.flatMap((operation) =>
          textPaths(operation.variables).map((path) => ({ ...operation, path })),
        );
        await testbed.unchanged(() =>
          forEachCase(cases, async ({ name, by, document, variables, path }) => {
            const answer = await testbed[by](document, spoiled(variables, path, poison));
            if (SEARCHED.test(path) && answer.errors.length === 0) return;
            if (name === 'treatmentsNamed' && answer.errors.length === 0) {
              assert.deepEqual(dataOf(answer), { treatmentsNamed: [] });
              return;
            }
            refusalOf(answer, `${name} ${path}`, [poison]);
          }),
        );
      });
    }

    test('a megabyte of text is refused before anything reads it', async () => {
      const { testbed } = targets();
      const input = { ...PATIENT, lastName: 'x'.repeat(1_048_576) };
      const answer = await testbed.prescriber(CREATE_PATIENT, { input });
      assert.equal(answer.status, 413);
      refused(answer, 'PAYLOAD_TOO_LARGE', 'a megabyte');
    });

    test('names and addresses refuse what no pharmacy can take, by field', async () => {
      const { testbed } = targets();
      const bad = [
        SCRIPT,
        `Jane ${EMOJI}`,
        'Jane\nTester',
        'Jane\tTester',
        `Jane${RIGHT_TO_LEFT_OVERRIDE}`,
        '李',
        ' ',
      ];
      await testbed.unchanged(async () => {
        for (const field of ['firstName', 'middleName', 'lastName', 'suffix'])
          for (const text of bad)
            refused(
              await testbed.prescriber(CREATE_PATIENT, { input: { ...PATIENT, [field]: text } }),
              'INVALID_INPUT',
              `${field} ${JSON.stringify(text)}`,
              field,
            );
        for (const field of ['street1', 'street2', 'city'])
          for (const text of bad) {
            const address = { ...PATIENT.address, [field]: text };
            const about = `address.${field} ${JSON.stringify(text)}`;
            refused(
              await testbed.prescriber(CREATE_PATIENT, { input: { ...PATIENT, address } }),
              'INVALID_INPUT',
              about,
              `address.${field}`,
            );
          }
      });
    });

    test("an order's own address refuses the same", async () => {
      const { testbed, own } = targets();
      await testbed.unchanged(async () => {
        for (const text of [SCRIPT, `Main St ${EMOJI}`, 'Main\nSt', '李', `Main${RIGHT_TO_LEFT_OVERRIDE}`])
          for (const field of ['street1', 'street2', 'city'])
            refused(
              await testbed.prescriber(
                'mutation($input: CreateOrderInput!) { createOrder(input: $input) { id } }',
                {
                  input: {
                    drafts: [own.reviewed[0]],
                    address: { ...PATIENT.address, [field]: text },
                  },
                },
              ),
              'INVALID_INPUT',
              `${field} ${JSON.stringify(text)}`,
              `address.${field}`,
            );
      });
    });

    test('ids of the host and names of templates refuse what cannot be shown safely', async () => {
      const { testbed, own } = targets();
      const draft = { ...DRAFT, patientId: own.patientId, treatmentId: own.treatmentId };
      await testbed.unchanged(async () => {
        for (const text of ['two\nlines', 'a\ttab', `MRN${RIGHT_TO_LEFT_OVERRIDE}1`]) {
          const about = JSON.stringify(text);
          refused(
            await testbed.prescriber(CREATE_PATIENT, { input: { ...PATIENT, externalId: text } }),
            'INVALID_INPUT',
            about,
            'externalId',
          );
          for (const field of ['externalId', 'source', 'repeatReason', 'amountsReason', 'duplicateReason'])
            refused(
              await testbed.prescriber(
                'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }',
                {
                  input: { ...draft, [field]: text },
                },
              ),
              'INVALID_INPUT',
              `${field} ${about}`,
              field,
            );
          refused(
            await testbed.prescriber(
              'mutation($input: CreateOrderInput!) { createOrder(input: $input) { id } }',
              {
                input: { drafts: [own.reviewed[0]], externalId: text },
              },
            ),
            'INVALID_INPUT',
            about,
            'externalId',
          );
          refused(
            await testbed.prescriber(CREATE_TEMPLATE, {
              input: { name: text, personal: true, treatmentId: own.treatmentId },
            }),
            'INVALID_INPUT',
            about,
            'name',
          );
        }
      });
    });

    test('a draft keeps what is being typed; the review names what cannot be sent', async () => {
      const { testbed, own } = targets();
      for (const [text, code] of [
        [`Take 1 tablet ${EMOJI} daily.`, 'UNSENDABLE_CHARACTER'],
        ['Tome 1 tableta cada día.', 'UNSENDABLE_CHARACTER'],
        [`Take 1 tablet ${RIGHT_TO_LEFT_OVERRIDE}daily.`, 'UNSENDABLE_CHARACTER'],
        ['Take\t1 tablet daily.', 'UNSENDABLE_CHARACTER'],
        ['Take 1 tablet daily. '.repeat(60), 'TOO_LONG'],
        ['Take 1 tablet QD.', 'ERROR_PRONE'],
        ['1 gtt AS', 'ERROR_PRONE'],
      ] as const) {
        const id = await createDraft(testbed.prescriber, {
          patientId: own.patientId,
          treatmentId: own.treatmentId,
          instructions: text,
        });
        const { contentHash, problems } = await review(testbed.prescriber, id);
        assert.equal(contentHash, null, text);
        const problem = problems.find(({ path }) => path === 'draft.instructions');
        assert.equal(problem?.code, code, text);
        assert.ok(!problem?.message.includes(text));
        dataOf(await testbed.prescriber('mutation($id: ID!) { deleteDraft(id: $id) }', { id }));
      }
    });

    test('accents in names are kept as they were written', async () => {
      const { testbed } = targets();
      const name = { firstName: 'José', lastName: 'Núñez-O’Brien' };
      const answer = await testbed.prescriber(
        'mutation($input: CreatePatientInput!) { createPatient(input: $input) { firstName lastName } }',
        { input: { ...PATIENT, ...name } },
      );
      assert.deepEqual(dataOf(answer), { createPatient: name });
    });
  });
}
