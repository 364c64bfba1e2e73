// Puts the configured service together for one command: nothing listens and nothing leaves. On PostgreSQL it may run beside others.
import type { Service } from '@pestle/service';
import { createService } from '@pestle/service';
import type { EnvironmentVariables } from '@pestle/service/config';
import { createLog, Failure, isUnavailable } from '@pestle/service/kernel';
import { DirectoryInUseError } from '@pestle/service/store';
import { configured } from './configured.ts';
import { inWords } from './open-store.ts';
import { CommandError, optionWords } from './output.ts';

/** How a command reaches what it works on. */
export interface Reached<Administration> {
  readonly inService: (service: Service) => Administration;
  /** Through the service that runs on the embedded store in this directory. */
  readonly throughService: (directory: string) => Administration;
}

/**
 * Works on an administration of the configured service, or through the running service that holds the embedded store. Refusals become
 * sentences about the options that `options` names by their paths. Throws CommandError.
 */
export async function withAdministration<Administration>(
  env: EnvironmentVariables,
  { inService, throughService }: Reached<Administration>,
  work: (administration: Administration) => Promise<void>,
  options: Readonly<Record<string, string>> = {},
): Promise<void> {
  await withService(
    env,
    (service) => work(inService(service)),
    options,
    (directory) => work(throughService(directory)),
  );
}

/** Refusals become sentences about the options that `options` names by their paths; `held` stands in where a running service holds the store. Throws CommandError. */
export async function withService(
  env: EnvironmentVariables,
  work: (service: Service) => Promise<void>,
  options: Readonly<Record<string, string>> = {},
  held: (directory: string) => Promise<void> = stopFirst,
): Promise<void> {
  const config = configured(env);
  let service: Service | undefined;
  try {
    try {
      service = await createService(config, { log: createLog({ level: 'silent' }) });
    } catch (error) {
      if (!(error instanceof DirectoryInUseError) || config.store.kind !== 'embedded') throw error;
      return await held(config.store.directory);
    }
    await work(service);
  } catch (error) {
    throw error instanceof Failure && !isUnavailable(error)
      ? new CommandError(optionWords(error, options))
      : inWords(error);
  } finally {
    await service?.close();
  }
}

async function stopFirst(): Promise<never> {
  throw new CommandError(
    'A running service holds the embedded store, which one process can open at a time. Stop it, run this command, and start it again.',
  );
}
