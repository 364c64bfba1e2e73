// What tests and benches take from the inside of config, beyond what other packages are offered: no product code may import it.

/** The part of the configuration that decides how people sign in and sign: issuers of organizations, attestation, proofs, mail. */
export { NO_PEOPLE_CONFIG } from '../../src/config/people.ts';
