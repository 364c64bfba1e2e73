// Documents of the portal's desk: what lies there, how much, and what somebody does with it.
import { graphql } from '../../schema/graphql.ts';
import { FillSituationFields } from '../history.ts';

export const DeskItemFields = graphql(
  `
  fragment DeskItemFields on DeskItem {
    id
    situation
    code
    reason { en es }
    since
    lateAt
    isLate
    takenAt
    owner { id name }
    notes { id at text by { id firstName lastName } }
    patient { id firstName middleName lastName suffix dateOfBirth phone }
    order { id number pharmacy { id name phone } fills { id prescription { id treatment { name brandName ingredients strength doseForm written } } } }
    fill { ...FillSituationFields }
    prescription { id treatment { name brandName ingredients strength doseForm written } }
    draft { id prescriberId treatment { name brandName ingredients strength doseForm written } preparer { firstName lastName } }
    request { id pharmacy { id name phone } patientAsSaid { firstName lastName } }
    question { id pharmacy { id name phone } }
  }
`,
  [FillSituationFields],
);

export const PortalDesk = graphql(
  `
  query PortalDesk($filter: DeskFilter, $after: String) {
    deskItems(filter: $filter, first: 40, after: $after) {
      nodes { ...DeskItemFields }
      pageInfo { endCursor hasNextPage }
    }
  }
`,
  [DeskItemFields],
);

export const PortalDeskFigures = graphql(`
  query PortalDeskFigures {
    deskFigures { count late mine oldestSince bySituation { situation count } }
  }
`);

/** For the number in the navigation. */
export const PortalDeskCount = graphql(`
  query PortalDeskCount {
    deskCount
  }
`);

export const PortalTakeDeskItem = graphql(`
  mutation PortalTakeDeskItem($id: ID!, $from: ID) {
    takeDeskItem(id: $id, from: $from) { item { id } }
  }
`);

export const PortalAssignDeskItem = graphql(`
  mutation PortalAssignDeskItem($id: ID!, $userId: ID!) {
    assignDeskItem(id: $id, userId: $userId) { item { id } }
  }
`);

export const PortalNoteOnDeskItem = graphql(`
  mutation PortalNoteOnDeskItem($id: ID!, $text: String!) {
    noteOnDeskItem(id: $id, text: $text) { item { id } }
  }
`);

export const PortalConfirmPhoneNumber = graphql(`
  mutation PortalConfirmPhoneNumber($id: ID!, $reason: String!) {
    confirmPhoneNumber(id: $id, reason: $reason) { item { id } }
  }
`);
