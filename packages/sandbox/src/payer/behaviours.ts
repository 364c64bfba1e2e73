// Owns how the simulated payer can misbehave, each by how a member id begins: the same member always meets the same payer.
import { answerTo, outcomeOf, rejectionOf } from './answer.ts';
import type { Question } from './question.ts';

/** What leaves: an answer, a silence, or an answer without end. */
export type PayerReaction =
  | {
      readonly does: 'answers';
      readonly status: number;
      readonly body: string;
      readonly contentType?: string;
      readonly waits?: true;
    }
  | { readonly does: 'hangs' }
  | { readonly does: 'pours' };

export interface PayerBehaviour {
  readonly name: string;
  /** How the member ids begin. */
  readonly member: string;
  readonly about: string;
  /** `before` is the question that came before this one. */
  readonly react: (question: Question, at: string, before: Question | undefined) => PayerReaction;
}

const says = (body: object | string, status = 200): PayerReaction => ({
  does: 'answers',
  status,
  body: typeof body === 'string' ? body : JSON.stringify(body),
});

const SOMEBODY = {
  resourceType: 'Patient',
  id: 'somebody',
  name: [{ family: 'Else', given: ['Somebody'] }],
  gender: 'unknown',
  birthDate: '1900-01-01',
};

/** The first whose beginning fits; the last one fits every member. */
export const PAYER_BEHAVIOURS: readonly PayerBehaviour[] = [
  {
    name: 'slow',
    member: 'RT-SLOW',
    about: 'answers as the ordinary one, after a while',
    react: (question, at) => ({ ...says(answerTo(question, at)), waits: true }) as PayerReaction,
  },
  {
    name: 'refuses',
    member: 'RT-REFUSES',
    about: 'refuses with 422 and an OperationOutcome',
    react: () => says(outcomeOf('business-rule', 'This sender may not ask.'), 422),
  },
  {
    name: 'unknown-member',
    member: 'RT-NOBODY',
    about: 'does not find the member (reject code 52)',
    react: (question, at) => says(rejectionOf(question, at, '52', 'Non-Matched Cardholder ID')),
  },
  {
    name: 'away',
    member: 'RT-AWAY',
    about: 'answers 503',
    react: () => says(outcomeOf('transient', 'Away.'), 503),
  },
  {
    name: 'hangs',
    member: 'RT-HANGS',
    about: 'takes the question and never answers',
    react: () => ({ does: 'hangs' }),
  },
  { name: 'huge', member: 'RT-HUGE', about: 'answers without end', react: () => ({ does: 'pours' }) },
  {
    name: 'web-page',
    member: 'RT-PAGE',
    about: 'answers with a web page',
    react: () => ({ does: 'answers', status: 200, body: '<html>Welcome</html>', contentType: 'text/html' }),
  },
  {
    name: 'half',
    member: 'RT-HALF',
    about: 'answers with half of the JSON',
    react: (question, at) => says(JSON.stringify(answerTo(question, at)).slice(0, 600)),
  },
  {
    name: 'other-resource',
    member: 'RT-LIST',
    about: 'answers with another resource',
    react: () => says({ resourceType: 'List' }),
  },
  {
    name: 'deep',
    member: 'RT-DEEP',
    about: 'answers with ten thousand lists in each other',
    react: () => says(`${'['.repeat(10_000)}${']'.repeat(10_000)}`),
  },
  {
    name: 'negative',
    member: 'RT-MINUS',
    about: 'names amounts below zero',
    react: (question, at) => says(answerTo(question, at, { times: -1 })),
  },
  {
    name: 'other-patient',
    member: 'RT-OTHER',
    about: 'answers for another patient',
    react: (question, at) =>
      says(
        answerTo(question, at, {
          patient: { fullUrl: 'http://127.0.0.1/payer/fhir/Patient/somebody', resource: SOMEBODY },
        }),
      ),
  },
  {
    name: 'late',
    member: 'RT-LATE',
    about: 'answers the question that came before',
    react: (question, at, before) =>
      says(
        answerTo(before ?? question, at, before === undefined ? { requestId: 'an-earlier-question' } : {}),
      ),
  },
  {
    name: 'ordinary',
    member: '',
    about: 'answers by the plan',
    react: (question, at) => says(answerTo(question, at)),
  },
];

export function behaviourOf(memberId: string): PayerBehaviour {
  const found = PAYER_BEHAVIOURS.find(({ member }) => memberId.startsWith(member));
  if (found === undefined) throw new Error('The last behaviour is for every member.');
  return found;
}

/** The table of docs/sandbox.md. */
export function payerTable(): string {
  const rows = PAYER_BEHAVIOURS.map(
    ({ member, about }) => `| ${member === '' ? 'anything else' : `\`${member}\``} | ${about} |`,
  );
  return ['| the member id begins with | the payer |', '|---|---|', ...rows].join('\n');
}
