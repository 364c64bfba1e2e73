// Documents of the portal's page of who saw and did what.
import { graphql } from '../../schema/graphql.ts';

export const PortalAudit = graphql(`
  query PortalAudit($actorId: ID, $patientId: ID, $actions: [String!], $from: DateTime, $to: DateTime, $first: Int!, $after: String) {
    auditEntries(actorId: $actorId, patientId: $patientId, actions: $actions, from: $from, to: $to, first: $first, after: $after) {
      nodes {
        id
        at
        actorKind
        actorId
        actorName
        applicationId
        action
        subjectKind
        subjectId
        outcome
        purpose
        sourceAddress
        detail
      }
      pageInfo { endCursor hasNextPage }
    }
  }
`);

export const ScreeningCounts = graphql(`
  query ScreeningCounts {
    screeningCounts { rule severity shown overridden }
  }
`);
