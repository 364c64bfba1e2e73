// F15: pharmacies that take a message and lose, spoil or delay their answer.
import type { Fault } from '../fault.ts';
import { withoutPostgres } from '../stage/database.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';

const LOST_ANSWERS = 0.6;
const QUICK_FAX_MS = 20;

export const takesAndLoses: readonly Fault[] = [
  {
    id: 'F15',
    family: 'pharmacy',
    name: 'pharmacies take a message and lose, spoil or delay their answer',
    holds: 'the message comes again with the same bytes and is taken once; no state moves twice',
    trials: 40,
    ciTrials: 0,
    cannotRun: withoutPostgres,
    run: (run) =>
      onStage(
        run,
        {
          nodes: 2,
          electronicOnly: true,
          peers: {
            pace: { slowAnswerMs: 1_500, faxDeliveryMs: QUICK_FAX_MS },
            faults: {
              share: LOST_ANSWERS,
              seed: run.seed,
              ways: ['accepts-then-drops', 'answers-garbage', 'answers-slowly'],
            },
          },
        },
        async (stage) => {
          while (stage.load.acknowledged.length < run.trialsMax) await stage.load.more(1);
          const verdict = await stage.settleAndJudge();
          const broken = verdict.redelivered > 0 ? [] : ['no message had to come again'];
          return outcomeOf(verdict, { trials: verdict.judged, recoveryMs: [], broken });
        },
      ),
  },
];
