// Every message that is made of a prescription holds to the standard, and says nothing of what is not known.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  fieldNames,
  fieldOf,
  forFields,
  onRecord,
  signedFields,
  signedTexts,
} from '@pestle/rules/prescription-fields';
import { build, check, read } from '@pestle/script';
import { messageFacts } from '@pestle/testbed/messages/message-facts';
import fc from 'fast-check';
import { cancelRx, newRx } from './script-message.ts';

const RELATES_TO = 'm01JABCDEF0123456789ABCDEFF';
const profile = fc.record({
  version: fc.constantFrom('2017071' as const, '2023011' as const),
  form: fc.constantFrom('xml' as const, 'json' as const),
  cancelContent: fc.constantFrom('reduced' as const, 'full' as const),
});

test('S1: every NewRx and CancelRx, in both versions and forms, holds to the standard', () => {
  fc.assert(
    fc.property(messageFacts, profile, (facts, how) => {
      assert.deepEqual(check(newRx(facts), how), []);
      assert.deepEqual(check(cancelRx(facts, RELATES_TO, how.cancelContent), how), []);
    }),
  );
});

test('S1: what is not known of a pharmacy is left out, never written as a word that stands for nothing', () => {
  const anyText =
    />\s*(?:NONE|N\/?A|UNKNOWN|NULL|UNDEFINED|-|0{7,})\s*<|"(?:NONE|N\/?A|UNKNOWN|NULL|-|0{7,})"|<\w+\/>|<(\w+)><\/\1>|""|null/i;
  fc.assert(
    fc.property(messageFacts, profile, (facts, how) => {
      for (const message of [newRx(facts), cancelRx(facts, RELATES_TO, how.cancelContent)]) {
        const { text } = build(message, how);
        assert.doesNotMatch(text, anyText);
        const whole = facts.pharmacy.npi !== null && facts.pharmacy.phone !== null;
        const reduced = message.type === 'CancelRx' && how.cancelContent === 'reduced';
        assert.equal(
          /<Pharmacy>|"Pharmacy":/.test(text),
          whole || reduced,
          'the standard has it whole or not at all',
        );
        assert.equal(text.includes('1234567893'), facts.pharmacy.npi !== null && (whole || reduced));
        assert.ok(text.includes('0123456'), 'To names the pharmacy');
      }
    }),
  );
});

test('S1: every diagnosis leaves with its description, and one that was signed without says its code again', () => {
  fc.assert(
    fc.property(messageFacts, profile, (facts, how) => {
      const described = { code: 'E11.9', type: 'ICD10' as const, description: 'Type 2 diabetes mellitus' };
      const diagnosisCodes = [described, { code: 'I10', type: 'ICD10' as const }];
      const message = newRx({ ...facts, content: { ...facts.content, diagnosisCodes } });
      assert.deepEqual(check(message, how), []);
      const { message: arrived } = read(build(message, how).text);
      assert.deepEqual(arrived.type === 'NewRx' && arrived.medicationPrescribed?.diagnoses, [
        {
          clinicalInformationQualifier: '1',
          primary: { code: 'E11.9', qualifier: 'ABF', description: 'Type 2 diabetes mellitus' },
          secondary: { code: 'I10', qualifier: 'ABF', description: 'I10' },
        },
      ]);
    }),
    { numRuns: 20 },
  );
});

test('S1: every signed field stands in the message where its table says, and no other field has a place there', () => {
  const content = {
    dispenseQuantity: '30',
    dispenseUnit: { code: 'C48542', name: 'Tablet' },
    daysSupply: 30,
    dispenseAsWritten: true,
    diagnosisCodes: [
      { code: 'I10', type: 'ICD10' as const, description: 'Essential (primary) hypertension' },
    ],
    supervisor: {
      firstName: 'Ada',
      lastName: 'Okafor',
      npi: '1234567893',
      phone: '6175550100',
      address: { street1: '1 Main St', city: 'Boston', state: 'MA', postalCode: '02108', country: 'US' },
    },
    ...forFields(signedTexts(), (name) =>
      fieldOf(name).type === 'date' ? '2026-12-31' : `Words of ${name}`,
    ),
  };
  const facts = fc.sample(messageFacts, { numRuns: 1, seed: 1 })[0];
  assert.ok(facts !== undefined);
  const message = newRx({ ...facts, content: { ...facts.content, ...content } });
  for (const version of ['2017071', '2023011'] as const) {
    const { text } = build(message, { version, form: 'xml' });
    for (const name of signedFields()) {
      const { script } = onRecord(name);
      assert.ok(script !== undefined, `${name} has its place`);
      assert.match(text, new RegExp(`<${script}>`), `${name} in ${version}`);
      const words = `Words of ${name}`;
      if (Object.values<unknown>(content).includes(words)) assert.ok(text.includes(`>${words}<`), words);
    }
  }
  const unsigned = fieldNames().filter((name) => !(signedFields() as string[]).includes(name));
  assert.deepEqual(
    unsigned.filter((name) => onRecord(name).script !== undefined),
    [],
  );
});
