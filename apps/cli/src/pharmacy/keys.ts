// The work of `pestle pharmacy keys`: an operator's acts on the keys by which a pharmacy or a partner reports, and the words that answer them.
import type { EnvironmentVariables } from '@pestle/service/config';
import type { HookKey, HookKeyAdministration } from '@pestle/service/directory';
import { askService } from '../ask-service.ts';
import { secretIn } from '../network/given-file.ts';
import { operator } from '../operator.ts';
import type { JsonOption } from '../options.ts';
import { answer, short, UsageError } from '../output.ts';
import type { Reached } from '../with-service.ts';
import { withAdministration } from '../with-service.ts';

interface KeyActOptions extends JsonOption {
  readonly by?: string;
}

export interface AddKeyOptions extends KeyActOptions {
  readonly kind: HookKey['kind'];
  readonly keyFile?: string;
}

export interface EndKeyOptions extends KeyActOptions {
  readonly at?: string;
}

const HOOK_KEYS: Reached<HookKeyAdministration> = {
  inService: ({ rooms }) => rooms.directory.hookKeys,
  throughService: (directory) => {
    const ask = async <T>(act: keyof HookKeyAdministration, arg: unknown): Promise<T> =>
      (await askService(directory, '/keys', { act, args: [arg] })) as T;
    return {
      list: (ownerId) => ask('list', ownerId),
      add: (input) => ask('add', input),
      end: (input) => ask('end', input),
    };
  },
};

/** The options that a refusal may be of. */
const OPTIONS: Readonly<Record<string, string>> = { by: '--by', at: '--at', key: '--key-file' };

export async function listKeys(
  env: EnvironmentVariables,
  ownerId: string,
  options: JsonOption,
): Promise<void> {
  await withAdministration(
    env,
    HOOK_KEYS,
    async (hookKeys) => {
      const keys = await hookKeys.list(ownerId);
      const none = 'There is no key: reports of this owner are refused.';
      answer(options, { owner: ownerId, keys }, keys.length === 0 ? [none] : keys.map(keyLine));
    },
    OPTIONS,
  );
}

export async function addKey(
  env: EnvironmentVariables,
  ownerId: string,
  { kind, keyFile, by = operator(), ...options }: AddKeyOptions,
): Promise<void> {
  if (kind === 'standard-webhooks' && keyFile !== undefined)
    throw new UsageError('--key-file holds a bearer key; a secret that signs is made by chance');
  const given = keyFile === undefined ? {} : { key: await secretIn(keyFile) };
  await withAdministration(
    env,
    HOOK_KEYS,
    async (hookKeys) => {
      const input = kind === 'bearer' ? { ownerId, kind, by, ...given } : { ownerId, kind, by };
      const { key, secret, added } = await hookKeys.add(input);
      answer(options, { key, secret, added }, [
        keyLine(key),
        ...(added ? [] : ['Nothing changed: this key is there already.']),
        ...(secret === null ? [] : secretLines(key, secret)),
      ]);
    },
    OPTIONS,
  );
}

function secretLines({ keyId }: HookKey, secret: string): readonly string[] {
  return [
    ...(keyId === null ? [] : [`webhook-key-id  ${keyId}`]),
    `${keyId === null ? 'Key' : 'Secret'}  ${secret}`,
    '(shown this once: bring it to the pharmacy by a way that nobody else reads)',
  ];
}

export async function endKey(
  env: EnvironmentVariables,
  ownerId: string,
  id: string,
  { at, by = operator(), ...options }: EndKeyOptions,
): Promise<void> {
  await withAdministration(
    env,
    HOOK_KEYS,
    async (hookKeys) => {
      const { key, changed } = await hookKeys.end({ ownerId, id, by, ...(at === undefined ? {} : { at }) });
      const left = (await hookKeys.list(ownerId)).filter(({ state }) => state === 'valid').length;
      answer(options, { key, changed, valid: left }, [
        keyLine(key),
        ...(changed ? [] : ['Nothing changed: it was so already.']),
        ...(left === 0 ? ['No key is valid now: reports of this owner are refused until one is added.'] : []),
      ]);
    },
    OPTIONS,
  );
}

function keyLine({ id, kind, fingerprint, from, until, state }: HookKey): string {
  const end = until === null ? 'without end' : `until ${short(until)}`;
  return `${id}  ${kind}  ${fingerprint}…  ${state}  from ${short(from)} ${end}`;
}
