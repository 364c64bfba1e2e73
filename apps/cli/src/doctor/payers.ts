// Doctor's check of the payers that are asked in real time: one payer for each card, and each can be reached.
import type { Config } from '@pestle/service/config';
import { sharedBins } from '@pestle/service/coverage';
import type { Finding } from './finding.ts';
import { ok, problem } from './finding.ts';
import { checkAnswers } from './surroundings.ts';

export async function checkPayers({ payers = [] }: Pick<Config, 'payers'>): Promise<Finding[]> {
  if (payers.length === 0) return [ok('no payer is asked in real time')];
  const shared = sharedBins(payers).map((bin) =>
    problem(
      `BIN ${bin} is of two payers in PAYERS: only the first of them is asked.`,
      'Leave it with one of them, or tell them apart by `pcns`.',
    ),
  );
  const reached = payers.map(({ name, url }) => checkAnswers(`payer ${name}`, 'PAYERS', url));
  return [...shared, ...(await Promise.all(reached))];
}
