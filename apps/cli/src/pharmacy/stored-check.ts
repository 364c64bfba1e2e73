// The work of `pestle pharmacy check <id>`: a conformance run against the pharmacy as it is stored, which counts for going live (D6).
import type { EnvironmentVariables } from '@pestle/service/config';
import { withNetwork } from '../network/store.ts';
import { operator } from '../operator.ts';
import { answer, UsageError } from '../output.ts';
import { type CheckOptions, caseLines, listenAt, outcomeLine, sayListening, writeReport } from './check.ts';

/** Sets exit status 1 where a case failed. */
export async function checkStoredPharmacy(
  env: EnvironmentVariables,
  id: string,
  options: CheckOptions,
): Promise<void> {
  const { profile, ncpdpId, version, form, tokenFile, wait: waitSeconds } = options;
  if ([profile, ncpdpId, version, form, tokenFile].some((one) => one !== undefined))
    throw new UsageError(
      'a pharmacy of the store is checked with its stored settings: change those with `pestle pharmacy set`',
    );
  const by = options.by ?? operator();
  const listen = await listenAt(options);
  if (listen !== undefined) sayListening(`http://${listen.host}:${listen.port}`);
  const request = { id, by, waitSeconds, ...(listen === undefined ? {} : { listen }) };
  const report = await withNetwork(env, options, (network) => network.checkPharmacy(request));
  if (options.report !== undefined) await writeReport(options.report, report);
  answer(options, report, [
    ...report.cases.flatMap(caseLines),
    '',
    outcomeLine(report, options.report),
    report.passed ? 'Put down: it may go live with these settings.' : 'Put down: not passed.',
  ]);
  if (!report.passed) process.exitCode = 1;
}
