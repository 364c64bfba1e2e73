// Goal: what a pharmacy's configuration accepts, delivery does, and nothing that was signed is ever changed (D7).
// Method: settings over every place of the standard's tables; what the schema accepts is built as delivery builds it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { read } from '@pestle/script';
import { messageFacts } from '@pestle/testbed/messages/message-facts';
import type { Form, Version } from '@pestle/testbed/messages/message-positions';
import { positionsOf, textsAt } from '@pestle/testbed/messages/message-positions';
import fc from 'fast-check';
import * as v from 'valibot';
import { integrationSchema } from '../../directory/integration.ts';
import type { MessageSettings } from '../../directory/messages/settings.ts';
import type { MessageFacts } from '../../prescribing/inside.ts';
import type { Facts } from '../ledger/facts.ts';
import { scriptMessage } from './script.ts';

const SENDER = { id: 'PESTLE01', tertiaryId: 'PESTLE', softwareVersion: '0.1.0' };
const VERSIONS = ['2017071', '2023011'] as const;
const FORMS = ['xml', 'json'] as const;
const CANCELS = ['reduced', 'full'] as const;

/** The problems that the configuration names, or none. */
function problemsOf(script: MessageSettings): readonly string[] {
  const { success, issues } = v.safeParse(integrationSchema, {
    stage: 'live',
    technicalContact: { name: 'IT', email: 'it@pharmacy.example' },
    conformancePassedAt: '2026-01-01T00:00:00Z',
    channel: 'script',
    endpoint: { url: 'https://pharmacy.example/script', auth: { kind: 'none' } },
    script: { ...script, acknowledge: 'script' },
  });
  return success ? [] : issues.map(({ message, path }) => `${v.getDotPath({ path } as never)}: ${message}`);
}

/** The two messages that delivery would send, as text. */
function sentBy(script: MessageSettings, message: MessageFacts): { NewRx: string; CancelRx: string } {
  const integration = { script: { ...script, acknowledge: 'script' } };
  const facts = {
    ...message,
    pharmacy: { ...message.pharmacy, integration },
    prescription: { writtenAt: message.writtenAt },
  } as unknown as Facts;
  const textOf = (relatesToMessageId: string | null): string => {
    const { messageId, prescriberOrderNumber, sentAt } = message;
    const ids = { messageId, relatesToMessageId, prescriberOrderNumber };
    return Buffer.from(scriptMessage(facts, SENDER, ids, sentAt).body).toString('ascii');
  };
  return { NewRx: textOf(null), CancelRx: textOf('m01JABCDEF0123456789ABCDEFF') };
}

const isWhole = ({ pharmacy }: MessageFacts): boolean => pharmacy.npi !== null && pharmacy.phone !== null;
const whole = fc.sample(messageFacts.filter(isWhole), { numRuns: 200, seed: 1 });
const isEmpty = (value: unknown): boolean =>
  value === null || value === 0 || (Array.isArray(value) && value.length === 0);
const bare = whole.reduce((one, other) => merged(one, other, isEmpty));
const full = whole.reduce((one, other) => merged(one, other, (value) => !isEmpty(value)));

/** Of two prescriptions the parts that are wanted. */
function merged<T>(one: T, other: T, wants: (value: unknown) => boolean): T {
  if (one === null || other === null || typeof one !== 'object' || Array.isArray(one))
    return wants(one) ? one : other;
  if (one instanceof Date) return one;
  const parts = Object.entries(one).map(([key, value]) => [
    key,
    merged(value as unknown, (other as Record<string, unknown>)[key], wants),
  ]);
  return Object.fromEntries(parts) as T;
}

/** Fails unless each value that was set stands at its place in a message that has it. */
function assertContained(script: MessageSettings, facts: MessageFacts): void {
  const sent = sentBy(script, facts);
  const tertiary = 'TertiaryIdentification';
  const values = [
    ...Object.entries(script.set ?? {}),
    [`Header/Security/Sender/${tertiary}`, script.senderTertiaryId],
    [`Header/Security/Receiver/${tertiary}`, script.receiverTertiaryId],
    ['@TransactionVersion', script.versionAttributes],
  ] as const;
  for (const [path, value] of values) {
    if (value === undefined) continue;
    const found = [sent.NewRx, sent.CancelRx].flatMap((text) => textsAt(text, script.form, path));
    assert.ok(found.includes(value), `${path} is ${value} in neither message: ${found.join()}`);
  }
  if (facts.content.notes === null && script.noteLines !== undefined)
    assert.deepEqual(textsAt(sent.NewRx, script.form, 'Body/NewRx/MedicationPrescribed/Note'), [
      script.noteLines.join(' | '),
    ]);
}

/** What was signed, as a reader of the message finds it. */
function signedIn(document: string, version: Version): unknown {
  const { message } = read(document, { version });
  const { patient, prescriber, medicationPrescribed, supervisor } = message as unknown as Record<
    string,
    Record<string, unknown> | undefined
  >;
  const { note: _note, ...medication } = medicationPrescribed ?? {};
  const { identification: _added, ...person } = patient ?? {};
  const { specialty: _specialty, placeOfService: _place, identification, ...signer } = prescriber ?? {};
  return {
    person,
    signer,
    npi: (identification as { npi?: string } | undefined)?.npi,
    medication,
    supervisor,
  };
}

for (const version of VERSIONS) {
  for (const form of FORMS) {
    for (const cancel of CANCELS) {
      test(`D7: every place of ${version} in ${form} (${cancel} cancels) that may be set is in a message; every other is refused with a reason`, () => {
        let accepted = 0;
        for (const { path, sample } of positionsOf(version)) {
          const script: MessageSettings = { version, form, cancel, set: { [path]: sample ?? 'x' } };
          const problems = problemsOf(script);
          if (problems.length > 0) {
            for (const problem of problems) assert.match(problem, /^script\.set.*: .{20}/, path);
            continue;
          }
          accepted += 1;
          for (const facts of [bare, full]) assertContained(script, facts);
          assert.doesNotMatch(path, /\/(?:MedicationPrescribed|Supervisor|Name|DateOfBirth|Gender)\b/);
        }
        assert.ok(accepted >= 30, `${accepted} places`);
      });

      test(`D7: every part of ${version} in ${form} (${cancel} cancels) that may be dropped is gone; every other is refused with a reason`, () => {
        for (const { path } of positionsOf(version)) {
          const script: MessageSettings = { version, form, cancel, drop: [path] };
          const problems = problemsOf(script);
          for (const problem of problems) assert.match(problem, /^script\.drop\.0: .{20}/, path);
          if (problems.length > 0) continue;
          const before = sentBy({ version, form, cancel }, full);
          const now = sentBy(script, full);
          assert.ok(now.NewRx !== before.NewRx || now.CancelRx !== before.CancelRx, path);
          for (const text of Object.values(now)) assert.deepEqual(textsAt(text, form, path), [], path);
          assert.deepEqual(signedIn(now.NewRx, version), signedIn(before.NewRx, version));
        }
      });
    }
  }
}

/** Paths as people write them: places of the tables, with positions, misspelt, of other messages. */
const pathOf = (version: Version): fc.Arbitrary<string> => {
  const paths = positionsOf(version).map(({ path }) => path);
  const open = paths.filter((path) => /^Header\/|\/Pharmacy\/|\/(?:Identification|Specialty)\b/.test(path));
  return fc
    .tuple(
      fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...open) }, fc.constantFrom(...paths)),
      fc.nat(20),
      fc.nat(3),
    )
    .map(([path, twist, ordinal]) => {
      if (twist === 0) return `${path}/@Qualifier`;
      if (twist === 1) return path.replace('CancelRx', 'RxFill');
      if (twist === 2) return path.slice(0, -1);
      if (twist < 6)
        return path.replace(/\/(Fax|Beeper|Security|CommunicationNumbers)\//, `/$1[${ordinal}]/`);
      return path;
    });
};
const value = fc.oneof(
  fc.constantFrom(
    'x',
    '1',
    '00123',
    'ACCT-1',
    '6175550199',
    'Y',
    'AB <&> "c\'',
    'x'.repeat(36),
    'é',
    ' ',
    '½',
  ),
  fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 40 }),
);
const optional = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined, freq: 3 });
const settings: fc.Arbitrary<MessageSettings> = fc
  .constantFrom<readonly [Version, Form]>(
    ['2017071', 'xml'],
    ['2017071', 'json'],
    ['2023011', 'xml'],
    ['2023011', 'json'],
  )
  .chain(([version, form]) =>
    fc.record({
      version: fc.constant(version),
      form: fc.constant(form),
      cancel: fc.constantFrom(...CANCELS),
      shape: optional(fc.constantFrom('own' as const, '2017071' as const)),
      versionAttributes: fc.option(fc.constantFrom('20170712', '20230115', '', 'é'), {
        nil: undefined,
        freq: 8,
      }),
      senderTertiaryId: optional(value),
      receiverTertiaryId: optional(value),
      set: optional(fc.dictionary(pathOf(version), value, { maxKeys: 3, noNullPrototype: true })),
      drop: optional(fc.array(pathOf(version), { maxLength: 2 })),
      noteLines: optional(fc.array(value, { minLength: 1, maxLength: 3 })),
    }),
  )
  .map(
    (all) =>
      Object.fromEntries(
        Object.entries(all).filter(([, given]) => given !== undefined),
      ) as unknown as MessageSettings,
  );

test('D7: whatever settings the configuration accepts, every message is built, has each value, and says what was signed', () => {
  let accepted = 0;
  fc.assert(
    fc.property(settings, messageFacts, (script, facts) => {
      const problems = problemsOf(script);
      if (problems.length > 0) return;
      accepted += 1;
      const { NewRx } = sentBy(script, facts);
      const shape = script.shape === '2017071' ? '2017071' : script.version;
      const { version, form, cancel } = script;
      const without = sentBy(
        { version, form, cancel, ...(script.shape === undefined ? {} : { shape: script.shape }) },
        facts,
      );
      assert.deepEqual(signedIn(NewRx, shape), signedIn(without.NewRx, shape));
      if (isWhole(facts)) assertContained(script, facts);
    }),
    { numRuns: 2_000 },
  );
  assert.ok(accepted > 100, `${accepted} were accepted`);
});

test('D7: the settings in the reference are accepted, and every message has them', () => {
  const page = readFileSync(
    new URL('../../../../../docs/reference/message-settings.md', import.meta.url),
    'utf8',
  );
  const [, example = ''] = /```json\n([^`]+)```/.exec(page) ?? [];
  const { acknowledge: _acknowledge, ...script } = JSON.parse(example) as MessageSettings & {
    acknowledge: string;
  };
  assert.deepEqual(problemsOf(script), []);
  for (const facts of [bare, full]) assertContained(script, facts);
});

test('D7: a pharmacy gets identifiers for its own use in every version and form, and no fax because of them', () => {
  const IDS = 'Body/NewRx/Patient/HumanPatient/Identification';
  for (const version of VERSIONS) {
    for (const form of FORMS) {
      for (const cancel of CANCELS) {
        const script: MessageSettings = {
          version,
          form,
          cancel,
          senderTertiaryId: 'SWITCH7',
          receiverTertiaryId: 'CHAIN7',
          noteLines: ['Acct 42'],
          set: {
            [`${IDS}/MutuallyDefined`]: 'P-1',
            [`${IDS}/PatientAccountNumber`]: 'ACCT-42',
            'Body/NewRx/Prescriber/NonVeterinarian/Identification/MutuallyDefined': 'D-1',
            'Body/NewRx/Pharmacy/Identification/MutuallyDefined': 'STORE-9',
            'Header/Mailbox/MailboxID': 'BOX',
          },
        };
        assert.deepEqual(problemsOf(script), []);
        for (const facts of [bare, full]) assertContained(script, facts);
      }
    }
  }
});
