// The work of `pestle pharmacy preview`: the very message that would leave for an invented prescription, and what the settings change in it.
import type { EnvironmentVariables } from '@pestle/service/config';
import type { LineDifference, Preview } from '@pestle/service/conformance';
import { readChange } from '../network/change.ts';
import { type NetworkOptions, withNetwork } from '../network/store.ts';
import { answer, styled } from '../output.ts';

export interface PreviewOptions extends NetworkOptions {
  readonly cancel: boolean;
  readonly changes?: string;
}

export async function previewPharmacy(
  env: EnvironmentVariables,
  id: string,
  fields: readonly string[],
  options: PreviewOptions,
): Promise<void> {
  const { cancel, changes } = options;
  const isProposal = changes !== undefined || fields.length > 0;
  const change = isProposal ? { change: await readChange(changes, fields) } : {};
  const preview = await withNetwork(env, options, (network) =>
    network.previewPharmacy({ id, cancel, ...change }),
  );
  answer(options, preview, previewLines(preview));
}

function previewLines({ id, name, kind, request, lines, differences }: Preview): readonly string[] {
  return [
    `${kind} to ${id}  ${name}`,
    '',
    `${request.method} ${request.url}`,
    ...Object.entries(request.headers).map(([header, value]) => `${header}: ${value}`),
    ...(request.auth === 'mtls' ? ['(with our certificate)'] : []),
    '',
    ...lines,
    ...differences.flatMap(({ against, lines: compared }) => [
      '',
      DIFFERENCES[against],
      ...changedLines(compared),
    ]),
  ];
}

const DIFFERENCES: Readonly<Record<Preview['differences'][number]['against'], string>> = {
  unmodified: 'What the settings change in the message:',
  stored: 'What the proposal changes against the stored settings:',
};

function changedLines(lines: readonly LineDifference[]): readonly string[] {
  const changed = lines.filter(({ sign }) => sign !== ' ');
  if (changed.length === 0) return ['  nothing'];
  return changed.map(({ sign, text }) => styled(sign === '+' ? 'green' : 'red', `${sign} ${text}`));
}
