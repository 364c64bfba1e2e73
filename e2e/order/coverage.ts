// What the sandbox's plans pay for its patients, over real HTTP: every everyday answer, for a drug that a newcomer finds by its name.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dataOf } from '@pestle/testbed/api/api';
import type { Practice } from '@pestle/testbed/api/api-practice';

interface CoverageAnswer {
  readonly state: string;
  readonly status: string;
  readonly reasons: readonly { readonly code: string }[];
  readonly copay: { readonly kind: string; readonly fromCents: number | null } | null;
  readonly alternatives: readonly { readonly treatment: { readonly description: string } }[];
}

/** Jane Tester, whose plan is Sandbox Everyday; Priya Raman, whose card names no plan; Mia Chen, who has no card. */
const [JANE, PRIYA, MIA] = ['MRN-1001', 'MRN-1013', 'MRN-1003'];

const CASES: readonly (readonly [
  typed: string,
  status: string,
  reasons: readonly string[],
  cents: number | null,
])[] = [
  ['lisinopril 10 mg', 'COVERED', [], 0],
  ['metformin 500 mg oral tablet', 'COVERED', [], 500],
  ['eliquis 5 mg', 'COVERED', [], 3_500],
  ['semaglutide 7 mg oral tablet', 'COVERED_WITH_RESTRICTIONS', ['PRIOR_AUTHORIZATION'], 15_000],
  ['esomeprazole 40 mg', 'COVERED_WITH_RESTRICTIONS', ['STEP_THERAPY'], 7_000],
  ['sumatriptan 50 mg oral tablet', 'COVERED_WITH_RESTRICTIONS', ['QUANTITY_LIMIT'], 500],
  ['crestor 10 mg', 'NOT_COVERED', ['NOT_LISTED'], null],
];

/** The tests of coverage, with the practice of the file that calls it. */
export function coverageTests({ prescriber, treatmentId, createDraft, sandbox }: Practice): void {
  const check = async (patientId: string | undefined, typed: string): Promise<CoverageAnswer> => {
    const draft = await createDraft(prescriber, { patientId, treatmentId: await treatmentId(typed) });
    const { coverageCheck } = dataOf(
      await prescriber<{ coverageCheck: { drafts: CoverageAnswer[] } }>(
        `query($patientId: ID!, $ids: [ID!]!) { coverageCheck(patientId: $patientId, draftIds: $ids) {
          drafts { state status reasons { code } copay { kind fromCents } alternatives { treatment { description } } } } }`,
        { patientId, ids: [draft.id] },
      ),
    );
    await prescriber('mutation($id: ID!) { deleteDraft(id: $id) }', { id: draft.id });
    return coverageCheck.drafts[0] ?? assert.fail('nothing was told');
  };

  test('the plan of a sandbox patient gives every everyday answer, and whoever looks on sees each question', async () => {
    for (const [typed, status, reasons, cents] of CASES) {
      const found = await check(JANE, typed);
      const codes = found.reasons.map(({ code }) => code);
      assert.deepEqual([found.state, found.status, codes], ['CHECKED', status, reasons], typed);
      assert.equal(found.copay?.fromCents ?? null, cents, typed);
    }
    const crestor = await check(JANE, 'crestor 10 mg');
    assert.ok(
      crestor.alternatives.some(({ treatment }) => /atorvastatin/.test(treatment.description)),
      JSON.stringify(crestor.alternatives),
    );
    for (const patient of [PRIYA, MIA]) {
      const { state, status, copay } = await check(patient, 'lisinopril 10 mg');
      assert.deepEqual([state, status, copay], ['NO_DATA', 'NO_DATA', null], patient);
    }
    const page = await fetch(`${sandbox.baseUrl}/control-room/events`);
    const reader = page.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();
    assert.match(
      new TextDecoder().decode(value),
      /"payers":\[.*"patientName":"Jane Tester".*"state":"CHECKED"/,
    );
  });
}
