// F27: one Idempotency-Key many times at once, with another body, and again behind a crash.
import { patients } from '@pestle/sandbox/seed';
import { LISINOPRIL, treatmentOf } from '@pestle/testbed/api/prescriber';
import type { Fault } from '../fault.ts';
import { withoutPostgres } from '../stage/database.ts';
import { onStage, outcomeOf } from '../stage/stage.ts';

const AT_ONCE = 50;
const CREATE = 'mutation($input: CreateDraftInput!) { createDraft(input: $input) { id } }';
/** What says that the key was used for something else. */
const REFUSALS: ReadonlySet<string> = new Set(['IDEMPOTENCY_KEY_REUSED']);

export const keys: readonly Fault[] = [
  {
    id: 'F27',
    family: 'process',
    name: `one key ${AT_ONCE} times at once to two nodes, with another body, and again behind SIGKILL`,
    holds: 'one key makes one thing: whoever repeats it is answered the same, and another body is refused',
    trials: 5,
    ciTrials: 1,
    cannotRun: withoutPostgres,
    run: (run) =>
      onStage(run, { nodes: 2, electronicOnly: true, clients: 1 }, async (stage) => {
        const { ask } = stage.load;
        const treatmentId = await treatmentOf(ask);
        const broken: string[] = [];
        let answers = 0;
        const trials = await run.repeat(async (trial) => {
          const key = `F27-${run.seed}-${trial}`;
          const input = {
            patientId: patients[0]?.id,
            treatmentId,
            ...LISINOPRIL,
            repeatReason: key,
            duplicateReason: key,
          };
          const send = async (body: object): Promise<string> => {
            try {
              const { data, errors } = await ask<{ createDraft: { id: string } }>(
                CREATE,
                { input: body },
                key,
              );
              answers += 1;
              return data?.createDraft.id ?? errors[0]?.extensions.code ?? 'no answer';
            } catch {
              return 'UNAVAILABLE';
            }
          };
          const first = await Promise.all(Array.from({ length: AT_ONCE }, () => send(input)));
          const other = await send({ ...input, dispenseQuantity: 31 });
          await stage.node(trial % 2).kill();
          const after = await send(input);
          await stage.node(trial % 2).start();
          const made = new Set(
            [...first, after].filter((said) => said !== 'UNAVAILABLE' && !REFUSALS.has(said)),
          );
          if (made.size !== 1 || ![...made][0]?.startsWith('drf_'))
            broken.push(`W5: one key was answered ${[...made].join(', ')}`);
          if (!REFUSALS.has(other)) broken.push(`W5: another body under the same key was answered ${other}`);
          const [row] = await stage.database.query(
            `select count(*)::integer as count from draft where id = any('{${[...made].join(',')}}')`,
          );
          if (Number(row?.['count']) !== 1) broken.push(`W5: one key made ${String(row?.['count'])} drafts`);
        });
        return outcomeOf(await stage.settleAndJudge(), {
          trials,
          recoveryMs: [],
          broken,
          figures: { answers },
        });
      }),
  },
];
