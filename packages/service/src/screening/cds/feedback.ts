// Tells a CDS Hooks service which of its cards somebody went on against, and why: after the signature, which never waits for it.
import type { Finding } from '@pestle/rules/screening';
import type { ScreeningAnswerGiven } from '@pestle/rules/screening-answers';
import { reasonsFor } from '@pestle/rules/screening-words';
import { type CdsDeps, type KnownService, post } from './client.ts';

/** A card that was answered, and by what. */
export interface Overridden {
  readonly finding: Finding;
  readonly answer: ScreeningAnswerGiven;
}

/** Of what was signed, what another service is told; a card without an id cannot be named. */
export function overriddenIn({
  findings,
  answers,
}: {
  readonly findings: readonly Finding[];
  readonly answers: readonly ScreeningAnswerGiven[];
}): readonly Overridden[] {
  return findings.flatMap((finding) => {
    const answer = answers.find(({ rule }) => rule === finding.rule);
    return finding.card?.id == null || answer === undefined ? [] : [{ finding, answer }];
  });
}

/** What one service is told. */
export interface ToTell {
  /** The service's own id of what answered. */
  readonly serviceId: string;
  /** When it was signed or sent. */
  readonly at: string;
  readonly overridden: readonly Overridden[];
  /** It is tried no more after this one. */
  readonly last: boolean;
}

/** `later`: nobody answered, or it cannot take it now. */
export type Told = 'told' | 'later' | 'refused';

/** One try: it is a courtesy to whoever answered. */
export async function tellOverridden(
  deps: CdsDeps,
  known: KnownService,
  { serviceId, at, overridden }: ToTell,
): Promise<Told> {
  const outcomeTimestamp = new Date(at).toISOString();
  const feedback = overridden.map((one) => ({ ...feedbackOf(one), outcomeTimestamp }));
  const body = Buffer.from(JSON.stringify({ feedback }));
  const result = await post(deps, known, `/cds-services/${serviceId}/feedback`, body);
  if (!result.answered || result.status >= SERVER_ERROR || result.status === TOO_MANY) return 'later';
  return result.status >= 200 && result.status < 300 ? 'told' : 'refused';
}

const SERVER_ERROR = 500;
const TOO_MANY = 429;

/** A reason of its own where the prescriber wrote that; ours in words otherwise. */
function feedbackOf({ finding, answer }: Overridden): object {
  const { rule, reason, text } = answer;
  const own = finding.card?.overrideReasons.find(
    ({ display, code }) => text !== null && (text === display || text === code),
  );
  const words = reasonsFor(rule).find(({ code }) => code === reason)?.text.en ?? reason;
  const userComment =
    own === undefined ? [reason === 'OTHER' ? null : words, text].filter(Boolean).join(': ') : '';
  return {
    card: finding.card?.id,
    outcome: 'overridden',
    overrideReason: {
      ...(own === undefined
        ? {}
        : { reason: { code: own.code, ...(own.system === null ? {} : { system: own.system }) } }),
      ...(userComment === '' ? {} : { userComment }),
    },
  };
}
