// Puts the configured service together for one command: nothing listens and nothing leaves. On PostgreSQL it may run beside others.
import type { Service } from '@pestle/service';
import { createService } from '@pestle/service';
import type { EnvironmentVariables } from '@pestle/service/config';
import { createLog, Failure, isUnavailable } from '@pestle/service/kernel';
import { DirectoryInUseError } from '@pestle/service/store';
import { configured } from './configured.ts';
import { CommandError, optionWords } from './output.ts';

/** Refusals become sentences about the options that `options` names by their paths. Throws CommandError. */
export async function withService(
  env: EnvironmentVariables,
  work: (service: Service) => Promise<void>,
  options: Readonly<Record<string, string>> = {},
): Promise<void> {
  const config = configured(env);
  let service: Service | undefined;
  try {
    service = await createService(config, { log: createLog({ level: 'silent' }) });
    await work(service);
  } catch (error) {
    if (error instanceof DirectoryInUseError)
      throw new CommandError(
        'A running service holds the embedded store, which one process can open at a time. Stop it, run this command, and start it again.',
      );
    if (isUnavailable(error))
      throw new CommandError('PostgreSQL does not answer: check DATABASE_URL, then run `pestle doctor`.');
    if (error instanceof Failure) throw new CommandError(optionWords(error, options));
    throw error;
  } finally {
    await service?.close();
  }
}
