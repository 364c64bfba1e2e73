// `pestle doctor`: checks what the service would run on and says what is wrong and how to mend it.
import type { EnvironmentVariables } from '@pestle/service/config';
import type { JsonOption } from '../options.ts';
import { answer, styled } from '../output.ts';
import { checkBrowserFiles } from './browser-files.ts';
import { checkCarriers } from './carriers.ts';
import type { Finding } from './finding.ts';
import { checkIdentityKeys } from './keys.ts';
import { checkPayers } from './payers.ts';
import { checkStore } from './store.ts';
import { checkConfiguration, checkExposure, checkNode, checkSecrets } from './surroundings.ts';

/** Every finding, in the order of the checks. Nothing is changed. */
export async function examine(env: EnvironmentVariables): Promise<Finding[]> {
  const { config, findings } = checkConfiguration(env);
  const first = [checkNode(process.versions.node), ...findings];
  if (config === undefined) return first;
  return [
    ...first,
    ...checkSecrets(config),
    ...checkExposure(config),
    checkBrowserFiles(),
    ...(await checkStore(config)),
    ...(await checkIdentityKeys(config)),
    ...(await checkCarriers(config)),
    ...(await checkPayers(config)),
  ];
}

/** Prints the findings; true when there is no problem. */
export async function doctor(env: EnvironmentVariables, options: JsonOption = {}): Promise<boolean> {
  const findings = await examine(env);
  const problems = findings.filter(({ level }) => level === 'problem').length;
  answer(options, { problems, findings }, [
    ...findings.flatMap(({ level, text, mend }) => [
      `${SYMBOLS[level]()} ${text}`,
      ...(mend === undefined ? [] : [`          ${mend}`]),
    ]),
    '',
    problems === 0 ? 'No problem found.' : `${problems} ${problems === 1 ? 'problem' : 'problems'} found.`,
  ]);
  return problems === 0;
}

const SYMBOLS = {
  ok: () => styled('green', 'ok       '),
  note: () => styled('yellow', 'note     '),
  problem: () => styled('red', 'PROBLEM  '),
} as const;
