// What other packages are offered of config.

/** What the carriers of one sort need and post, by the names under which the configuration chooses them. */
export { carrierKinds } from '../src/config/carriers.ts';
/** Reads the configuration from the environment: one table of variables, checked together, every problem named at once. */
export { type Config, ConfigError, readConfig } from '../src/config/config.ts';
/** The part of the configuration that decides how people sign in and sign: issuers of organizations, attestation, proofs, mail. */
export { NO_PEOPLE_CONFIG } from '../src/config/people.ts';
/** Reads single variables of the environment and notes what is wrong with them; a value is never repeated. */
export { type EnvironmentVariables, parseKey, readVariable } from '../src/config/reader.ts';
/** The table of environment variables: what each decides and what holds without it; the reference is made from it. */
export { VARIABLES } from '../src/config/variables.ts';
