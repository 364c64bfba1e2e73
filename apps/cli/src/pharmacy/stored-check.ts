// The work of `pestle pharmacy check <id>`: a conformance run against the pharmacy as it is stored, which counts for going live (D6).
import type { EnvironmentVariables } from '@pestle/service/config';
import { withNetwork } from '../network/store.ts';
import { operator } from '../operator.ts';
import { answer, UsageError } from '../output.ts';
import { type CheckOptions, caseLines, outcomeLine, writeReport } from './check.ts';

/** Sets exit status 1 where a case failed. */
export async function checkStoredPharmacy(
  env: EnvironmentVariables,
  id: string,
  options: CheckOptions,
): Promise<void> {
  const { profile, ncpdpId, version, form, tokenFile, listen, hookKeyFile } = options;
  if ([profile, ncpdpId, version, form, tokenFile, listen, hookKeyFile].some((one) => one !== undefined))
    throw new UsageError(
      'a pharmacy of the store is checked with its stored settings: change those with `pestle pharmacy set`',
    );
  const by = options.by ?? operator();
  const report = await withNetwork(env, options, (network) => network.checkPharmacy({ id, by }));
  if (options.report !== undefined) await writeReport(options.report, report);
  answer(options, report, [
    ...report.cases.flatMap(caseLines),
    '',
    outcomeLine(report, options.report),
    report.passed ? 'Put down: it may go live with these settings.' : 'Put down: not passed.',
  ]);
  if (!report.passed) process.exitCode = 1;
}
