// The configuration that a command of an operator works with.
import { type Config, ConfigError, type EnvironmentVariables, readConfig } from '@pestle/service/config';
import { CommandError } from './output.ts';

/** Throws CommandError, with all that is wrong. */
export function configured(env: EnvironmentVariables): Config {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) throw new CommandError(error.message);
    throw error;
  }
}
