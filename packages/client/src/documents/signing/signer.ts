// Documents about who signs, and what they agree to before the first signature.
import { graphql } from '../../schema/graphql.ts';

export const SignatureAttestation = graphql(`
  query SignatureAttestation {
    attestation { version hash text }
  }
`);

export const AgreeToAttestation = graphql(`
  mutation AgreeToAttestation($version: String!, $hash: String!) {
    agreeToAttestation(version: $version, hash: $hash) { id }
  }
`);

/** Whom staff can prepare for. */
export const Prescribers = graphql(`
  query Prescribers($after: String) {
    users(first: 100, after: $after) {
      nodes { id firstName lastName credentials roles active mayPrescribe }
      pageInfo { endCursor hasNextPage }
    }
  }
`);
