// The work of `pestle pharmacy check`: reads what is known of the pharmacy, runs the cases, and writes the report.
import { writeFile } from 'node:fs/promises';
import type { CaseReport, ConformanceReport, Listener, Verdict } from '@pestle/service/conformance';
import { conformancePage, openListener, readProfile, runConformance } from '@pestle/service/conformance';
import { Failure, systemPorts } from '@pestle/service/kernel';
import { isObject, readJson } from '../network/change.ts';
import { secretIn } from '../network/given-file.ts';
import type { JsonOption } from '../options.ts';
import { answer, CommandError, complain, portInUse, say, styled, UsageError } from '../output.ts';

export interface CheckOptions extends JsonOption {
  readonly profile?: string;
  readonly ncpdpId?: string;
  readonly version?: string;
  readonly form?: string;
  readonly tokenFile?: string;
  readonly listen?: number;
  readonly listenHost: string;
  readonly hookKeyFile?: string;
  readonly wait: number;
  readonly report?: string;
  readonly by?: string;
  readonly data?: string;
}

const SENDER = { id: 'PESTLE', tertiaryId: 'PESTLE', softwareVersion: '1' };

/** Sets exit status 1 where a case failed. Throws CommandError for what cannot be read, UsageError where nothing says whom to try. */
export async function checkPharmacy(url: string | undefined, options: CheckOptions): Promise<void> {
  if (url === undefined && options.profile === undefined)
    throw new UsageError('name the address to try, or a --profile that has one');
  const subject = await understood(async () => readProfile(await profileOf(url, options)));
  const listener = await listen(options);
  try {
    if (listener !== undefined) sayListening(listener.url);
    const report = await runConformance(subject, {
      // Whoever runs it reaches what this machine reaches: the address is theirs.
      policy: { loopbackOnly: false, anywhere: true },
      sender: SENDER,
      reportsWaitMs: options.wait * 1_000,
      ...(listener === undefined ? {} : { listener }),
      onCase: (one) => {
        if (options.json !== true) say(...caseLines(one));
      },
    });
    if (options.report !== undefined) await writeReport(options.report, report);
    answer(options, report, ['', outcomeLine(report, options.report)]);
    if (!report.passed) process.exitCode = 1;
  } finally {
    await listener?.close();
  }
}

/** The file's profile, or the shortest that the options say; the address on the command line comes first. */
async function profileOf(url: string | undefined, options: CheckOptions): Promise<unknown> {
  const ncpdpId = options.ncpdpId === undefined ? {} : { ncpdpId: options.ncpdpId };
  if (options.profile === undefined) {
    const { version = '2017071', form = 'xml', tokenFile } = options;
    const auth =
      tokenFile === undefined ? { kind: 'none' } : { kind: 'bearer', token: await secretIn(tokenFile) };
    return {
      ...ncpdpId,
      integration: {
        channel: 'script',
        endpoint: { url, auth },
        script: { version, form, cancel: 'full', acknowledge: 'script' },
      },
    };
  }
  const profile = await readJson(options.profile);
  if (url === undefined || !isObject(profile) || !isObject(profile['integration']))
    return withIds(profile, ncpdpId);
  const { integration } = profile;
  const endpoint = { ...(isObject(integration['endpoint']) ? integration['endpoint'] : {}), url };
  return withIds({ ...profile, integration: { ...integration, endpoint } }, ncpdpId);
}

const withIds = (profile: unknown, ids: object): unknown =>
  isObject(profile) ? { ...profile, ...ids } : profile;

export async function writeReport(path: string, report: ConformanceReport): Promise<void> {
  try {
    await writeFile(path, conformancePage(report));
  } catch (error) {
    throw new CommandError(
      `${path} cannot be written: ${error instanceof Error ? error.message : 'unknown'}.`,
    );
  }
}

/** Where reports are taken while the run lasts; undefined where they are not. */
export async function listenAt({
  listen: port,
  listenHost: host,
  hookKeyFile,
}: CheckOptions): Promise<
  { readonly host: string; readonly port: number; readonly key?: string } | undefined
> {
  if (port === undefined) return undefined;
  return { host, port, ...(hookKeyFile === undefined ? {} : { key: await secretIn(hookKeyFile) }) };
}

export function sayListening(url: string): void {
  complain(`Listening at ${url}/v1/hooks/pharmacy and ${url}/v1/hooks/script`);
}

async function listen(options: CheckOptions): Promise<Listener | undefined> {
  const at = await listenAt(options);
  if (at === undefined) return undefined;
  try {
    return await openListener({ ports: systemPorts, sender: SENDER, ...at });
  } catch (error) {
    throw portInUse(error, at.port, '--listen') ?? error;
  }
}

/** What is wrong in a profile, each with its place. */
async function understood<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { fields = [] } = error.detail;
    throw new CommandError(error.message, {
      lines: fields.map(({ path, message }) => `${path}: ${message}`),
      facts: { fields },
    });
  }
}

const SIGNS: Readonly<Record<Verdict, string>> = {
  passed: styled('green', 'passed '),
  warning: styled('yellow', 'look   '),
  failed: styled('red', 'failed '),
  skipped: styled('dim', 'not    '),
};

export function caseLines({ verdict, title, seen, advice }: CaseReport): readonly string[] {
  const lines = [`${SIGNS[verdict]} ${title}: ${seen}`];
  return advice === null ? lines : [...lines, `        ${styled('dim', advice)}`];
}

export function outcomeLine({ passed, cases, held }: ConformanceReport, path: string | undefined): string {
  const failures = cases.filter(({ verdict }) => verdict === 'failed').length;
  const words = passed ? styled('green', 'Passed.') : styled('red', `Not passed: ${failures} failed.`);
  const hold = `You should hold ${held.prescriptions.length} test prescriptions, ${held.canceled.length} of them canceled.`;
  return [
    words,
    hold,
    path === undefined ? 'With --report FILE.html the messages are kept.' : `Report: ${path}`,
  ].join(' ');
}
