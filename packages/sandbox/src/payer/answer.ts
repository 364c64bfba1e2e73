// Owns the simulated payer's answers: the message with the claim's response, and an outcome where there is none.
import { GUIDE_NAMES as NAMES } from './guide.ts';
import { type PlanDrug, planDrug, REAL_TIME_PLAN } from './plan.ts';
import type { Question } from './question.ts';

const DAYS_OF_A_MONTH = 30;
const MAIL_ID = 'sandbox-mail-service';

/** How an answer differs from what the plan says. */
export interface Twist {
  /** The question that it claims to answer. */
  readonly requestId?: string;
  readonly headerId?: string;
  readonly patient?: Question['patient'];
  /** What every amount is multiplied by. */
  readonly times?: number;
}

/** The bundle that answers a question by the plan. */
export function answerTo(question: Question, at: string, twist: Twist = {}): object {
  const drug = question.rxcui === null ? undefined : planDrug(question.rxcui);
  const others = (drug?.alternatives ?? []).flatMap((rxcui) => planDrug(rxcui) ?? []);
  const months = Math.max(1, Math.ceil(question.days / DAYS_OF_A_MONTH)) * (twist.times ?? 1);
  const notes = [drug, ...others].flatMap((one) => (one?.note === undefined ? [] : [one.note]));
  const numberOf = (one: PlanDrug | undefined): { noteNumber?: number[] } =>
    one?.note === undefined ? {} : { noteNumber: [notes.indexOf(one.note) + 1] };
  const mail = drug?.mail;
  return message(question, at, twist, {
    outcome: 'complete',
    disposition: 'Processed successfully',
    item: [{ itemSequence: 1, ...verdict(drug, months), ...numberOf(drug) }],
    addItem: [
      ...others.map((one) => added(question, one, { ...verdict(one, months), ...numberOf(one) })),
      ...(drug === undefined || mail === undefined
        ? []
        : [
            {
              ...added(question, drug, verdict({ ...drug, copay: mail, coinsurance: 0 }, months)),
              provider: [{ reference: `Organization/${MAIL_ID}` }],
            },
          ]),
    ],
    ...(notes.length === 0 ? {} : { processNote: notes.map((text, index) => ({ number: index + 1, text })) }),
  });
}

/** The answer of a payer that cannot find the member or will not process: NCPDP's reject code with its words. */
export function rejectionOf(question: Question, at: string, code: string, display: string): object {
  return message(
    question,
    at,
    {},
    {
      outcome: 'error',
      disposition: display,
      error: [{ code: { coding: [{ system: NAMES.rejectCode, code, display }] } }],
    },
  );
}

export function outcomeOf(code: string, diagnostics: string): object {
  return {
    resourceType: 'OperationOutcome',
    issue: [{ severity: 'error', code, details: { text: diagnostics }, diagnostics }],
  };
}

function message(
  question: Question,
  at: string,
  twist: Twist,
  rest: Readonly<Record<string, unknown>>,
): object {
  const { headerId, requestId } = { ...question, ...twist };
  const id = `answer-${headerId}`.slice(0, 64);
  const patient = twist.patient ?? question.patient;
  const { id: patientId } = patient['resource'] as { readonly id: string };
  const resources = [
    {
      resourceType: 'MessageHeader',
      id,
      meta: { profile: [NAMES.profile('rtpbc-response-messageheader')] },
      eventCoding: { system: NAMES.eventType, code: 'rtpbc-response', display: 'RTPBC Response' },
      source: { name: REAL_TIME_PLAN, endpoint: 'http://127.0.0.1/payer/fhir' },
      response: { identifier: headerId, code: 'ok' },
      focus: [{ reference: `ClaimResponse/${id}` }],
      definition: NAMES.responseDefinition,
    },
    {
      resourceType: 'ClaimResponse',
      id,
      meta: { profile: [NAMES.profile('rtpbc-response-claimresponse')] },
      identifier: [{ value: id }],
      status: 'active',
      type: { coding: [{ system: NAMES.claimType, code: 'pharmacy', display: 'Pharmacy' }] },
      use: 'predetermination',
      patient: { reference: `Patient/${patientId}` },
      created: at,
      insurer: { identifier: { value: REAL_TIME_PLAN } },
      request: { identifier: { value: requestId } },
      ...rest,
    },
    MAIL_PHARMACY,
  ];
  return {
    resourceType: 'Bundle',
    meta: { profile: [NAMES.profile('rtpbc-response-bundle')] },
    type: 'message',
    timestamp: at,
    entry: [
      ...resources.map((resource) => ({
        fullUrl: `http://127.0.0.1/payer/fhir/${resource.resourceType}/${resource.id}`,
        resource,
      })),
      patient,
    ],
  };
}

const MAIL_PHARMACY = {
  resourceType: 'Organization',
  id: MAIL_ID,
  meta: { profile: [NAMES.profile('rtpbc-pharmacy-organization')] },
  identifier: [{ system: NAMES.ncpdpId, value: '9999990' }],
  active: true,
  type: [{ coding: [{ system: NAMES.pharmacyType, code: 'M', display: 'Mail Order' }] }],
  name: 'Sandbox Mail Service',
};

function verdict(drug: PlanDrug | undefined, times: number): { extension: object[]; adjudication: object[] } {
  const codes =
    drug === undefined ? ['not-covered'] : drug.restrictions.length === 0 ? ['covered'] : drug.restrictions;
  const { copay = 0, coinsurance = 0 } = drug ?? {};
  const amounts = {
    ...(copay === 0 ? {} : { copay }),
    ...(coinsurance === 0 ? {} : { coinsurance }),
    ...(drug === undefined ? {} : { total: copay + coinsurance }),
  };
  return {
    extension: codes.map((code) => ({
      url: NAMES.profile('rtpbc-benefitRestriction'),
      valueCoding: { system: NAMES.benefitRestriction, code },
    })),
    adjudication: Object.entries(amounts).map(([code, dollars]) => ({
      category: { coding: [{ system: NAMES.patientPayType, code }] },
      amount: { value: Math.round(dollars * times * 100) / 100, currency: 'USD' },
    })),
  };
}

function added({ quantity, unit }: Question, { rxcui, name }: PlanDrug, said: ReturnType<typeof verdict>) {
  return {
    itemSequence: [1],
    productOrService: { coding: [{ system: NAMES.rxNorm, code: rxcui, display: name }] },
    quantity: { value: quantity, unit },
    ...said,
    extension: [{ url: NAMES.profile('rtpbc-isAlternative'), valueBoolean: true }, ...said.extension],
  };
}
