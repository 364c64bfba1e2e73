// F31: every pair of a version and form in which a pharmacy is configured and another that it speaks, among pharmacies that speak what they should.
import { build, read, ScriptError, sentTime } from '@pestle/script';
import type { Fault } from '../fault.ts';
import { withoutPostgres } from '../stage/database.ts';
import type { Asked } from './endpoint.ts';
import { answer } from './endpoint.ts';
import { runWays } from './endpoints.ts';
import type { Way } from './ways.ts';

interface Spoken {
  readonly version: '2017071' | '2023011';
  readonly form: 'xml' | 'json';
}

const SPOKEN: readonly Spoken[] = (['2017071', '2023011'] as const).flatMap((version) =>
  (['xml', 'json'] as const).map((form) => ({ version, form })),
);
const nameOf = ({ version, form }: Spoken): string => `${version} in ${form}`;

interface Arrival {
  readonly configured: Spoken;
  readonly seen: Spoken;
}

/** A pharmacy that reads what it speaks and answers everything else with an Error in its own version and form. */
function speaks(own: Spoken, asked: Asked, configured: Spoken, arrivals: Arrival[], wrong: string[]): void {
  let document: ReturnType<typeof read>;
  try {
    document = read(Buffer.from(asked.body, 'latin1'));
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    wrong.push(
      `I5: a message that nobody can read (${error.code}) came to a pharmacy of ${nameOf(configured)}`,
    );
    answer(asked, 400, '');
    return;
  }
  const { message, form, version } = document;
  arrivals.push({ configured, seen: { version, form } });
  const { messageId = '', from } = message.header ?? {};
  const header = {
    to: { id: from?.id ?? '', qualifier: 'D' },
    from: { id: '1234567', qualifier: 'P' },
    messageId: `A${messageId}`,
    relatesToMessageId: messageId,
    sentTime: sentTime(new Date()),
    senderSoftware: { developer: 'Small', product: 'Small', versionRelease: '1' },
  } as const;
  if (form === own.form && version === own.version)
    wrong.push(`a pharmacy of ${nameOf(configured)} that speaks ${nameOf(own)} was sent what it speaks`);
  const error = {
    type: 'Error',
    header,
    code: '900',
    description: `only ${nameOf(own)} is read here`,
  } as const;
  const { text, contentType } = build(error, own);
  answer(asked, 200, Buffer.from(text), { 'content-type': contentType });
}

export const versions: Fault = {
  id: 'F31',
  family: 'pharmacy',
  name: 'messages to pharmacies that speak another version or form of SCRIPT than they are configured for: 12 pairs',
  holds:
    'what is sent is what is configured, in every attempt, never another version; it goes by fax where nobody reads it',
  trials: 2,
  ciTrials: 0,
  cannotRun: withoutPostgres,
  run: async (run) => {
    const arrivals: Arrival[] = [];
    const unreadable: string[] = [];
    const ways = SPOKEN.flatMap((configured) =>
      SPOKEN.filter((own) => own !== configured).map(
        (own): Way => ({
          fault: 'F31',
          name: `configured for ${nameOf(configured)}, speaks ${nameOf(own)}`,
          outcomes: ['REJECTED', 'UNKNOWN', 'RETRY'],
          endpoint: { onRequest: (asked) => speaks(own, asked, configured, arrivals, unreadable) },
          script: configured,
        }),
      ),
    );
    const outcome = await runWays(run, ways);
    const other = arrivals.filter(
      ({ configured, seen }) => configured.version !== seen.version || configured.form !== seen.form,
    );
    const broken = other.map(
      ({ configured, seen }) => `a pharmacy of ${nameOf(configured)} was sent ${nameOf(seen)}`,
    );
    return {
      ...outcome,
      broken: [...outcome.broken, ...unreadable, ...new Set(broken)],
      figures: { ...outcome.figures, messages: arrivals.length },
    };
  },
};
