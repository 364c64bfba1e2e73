// Owns the sandbox's plans: invented payers with a short list of drugs each, so that every everyday answer of coverage occurs.

import { REAL_TIME_BIN } from '../payer/plan.ts';

/** A row of a public file of plans, by column name. */
type Row = Readonly<Record<string, string>>;

const EVERYDAY = 'SANDBOX-EVERYDAY';
const BASIC = 'SANDBOX-BASIC';

const VALID = { start: '2024-01-01', end: '2099-12-31' };
const KINDS = ['1-month-in-retail', '3-month-in-retail', '1-month-in-mail', '3-month-in-mail'];

interface Terms {
  readonly priorAuthorization?: true;
  readonly stepTherapy?: true;
  /** The most units of one day. */
  readonly unitsADay?: number;
}

function drug(planId: string, rxcui: string, tier: string, terms: Terms = {}): Row {
  const { priorAuthorization = false, stepTherapy = false, unitsADay } = terms;
  return {
    plan_id: planId,
    rxcui,
    tier,
    prior_authorization: String(priorAuthorization),
    step_therapy: String(stepTherapy),
    quantity_limit: String(unitsADay !== undefined),
    quantity_limit_detail:
      unitsADay === undefined
        ? ''
        : JSON.stringify({
            Rolling: { valueTiming: { repeat: { count: unitsADay * 30, period: 30, periodUnit: 'd' } } },
            MaximumDaily: { valueQuantity: { value: unitsADay } },
          }),
    pharmacy_benefit_types: KINDS.join('|'),
    ...VALID,
  };
}

/** A copay of one month, whatever the deductible; three months cost three times as much. */
function copays(planId: string, tier: string, dollars: number): readonly Row[] {
  return KINDS.map((kind) => ({
    plan_id: planId,
    pharmacy_benefit_type: kind,
    tier,
    cost_type: 'copay',
    qualifier: 'deductible-waived',
    value: String(kind.startsWith('3') ? dollars * 3 : dollars),
    unit: '$',
  }));
}

/** What the sandbox imports of its plans, by file. */
export const planFiles: Readonly<Record<'plans' | 'drugs' | 'costs', readonly Row[]>> = {
  plans: [
    { plan_id: EVERYDAY, plan_name: 'Sandbox Everyday', plan_type: 'ppo', ...VALID },
    { plan_id: BASIC, plan_name: 'Sandbox Basic', plan_type: 'hmo', ...VALID },
  ],
  drugs: [
    // Covered, as cheap as it gets: lisinopril 10 mg, metformin 500 mg, amlodipine 5 mg.
    drug(EVERYDAY, '314076', 'zero-cost-share-preventative'),
    drug(EVERYDAY, '861007', 'generic'),
    drug(EVERYDAY, '197361', 'generic'),
    // A higher tier: Eliquis 5 mg.
    drug(EVERYDAY, '1364447', 'preferred-brand'),
    // Asked for first: semaglutide 7 mg tablets.
    drug(EVERYDAY, '2200656', 'specialty', { priorAuthorization: true }),
    // Something else first: esomeprazole 40 mg; omeprazole and pantoprazole are covered.
    drug(EVERYDAY, '606730', 'non-preferred-brand', { stepTherapy: true }),
    drug(EVERYDAY, '198051', 'generic'),
    drug(EVERYDAY, '314200', 'generic'),
    // So many and no more: sumatriptan 50 mg.
    drug(EVERYDAY, '313161', 'generic', { unitsADay: 1 }),
    // Crestor 10 mg is on neither list; these are the statins that are.
    drug(EVERYDAY, '617312', 'generic'),
    drug(EVERYDAY, '617310', 'generic'),
    drug(BASIC, '617310', 'generic'),
    drug(BASIC, '314076', 'generic'),
    drug(BASIC, '1364447', 'non-preferred-brand', { priorAuthorization: true }),
  ],
  costs: [
    ...copays(EVERYDAY, 'zero-cost-share-preventative', 0),
    ...copays(EVERYDAY, 'generic', 5),
    ...copays(EVERYDAY, 'preferred-brand', 35),
    ...copays(EVERYDAY, 'non-preferred-brand', 70),
    ...copays(EVERYDAY, 'specialty', 150),
    ...copays(BASIC, 'generic', 15),
    ...copays(BASIC, 'non-preferred-brand', 90),
  ],
};

/** What stands on the card of a patient of the sandbox. */
export type SeedBenefit = {
  readonly bin: string;
  readonly pcn: string;
  readonly groupId: string;
  readonly memberId: string;
  /** Left out where nobody knows the plan: then there is no data about coverage. */
  readonly planId?: string;
};

/** By patient. Those who are not here have no benefits on file. */
export const benefitsOfPatients: Readonly<Record<string, readonly SeedBenefit[]>> = {
  // Priya Raman's card names no plan that is on file.
  pat_0JANE0TESTER00000000000000: [card('SBX-100-01', EVERYDAY)],
  pat_0J0SE0NVNEZ000000000000000: [card('SBX-200-01', BASIC)],
  pat_00WEN00H100000000000000000: [card('SBX-300-01', EVERYDAY)],
  pat_0PR1YA0RAMAN00000000000000: [card('SBX-400-01')],
  // Their payer is asked in real time: an ordinary one, a slow one, and one that is away.
  pat_01VC1A0HERRERA000000000000: [realTimeCard('RT-500-01')],
  pat_0AMARA00H10000000000000000: [realTimeCard('RT-SLOW-01')],
  pat_0WE10ZHANG0000000000000000: [realTimeCard('RT-AWAY-01')],
};

function realTimeCard(memberId: string): SeedBenefit {
  return { ...card(memberId), bin: REAL_TIME_BIN };
}

function card(memberId: string, planId?: string): SeedBenefit {
  return {
    bin: '999999',
    pcn: 'SANDBOX',
    groupId: 'SBX1',
    memberId,
    ...(planId === undefined ? {} : { planId }),
  };
}
