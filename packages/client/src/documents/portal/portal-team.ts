// Documents of the portal's administration: who may do what, what the practice asks of its people, and applications.
import { graphql } from '../../schema/graphql.ts';

export const PersonFields = graphql(`
  fragment PersonFields on User {
    id
    email
    firstName
    lastName
    roles
    active
    npi
    secondFactor
    missing { code text }
    lastSignInAt
  }
`);

export const PortalTeam = graphql(
  `
  query PortalTeam($after: String) {
    users(first: 100, after: $after) {
      nodes { ...PersonFields }
      pageInfo { endCursor hasNextPage }
    }
  }
`,
  [PersonFields],
);

export const PortalPerson = graphql(
  `
  query PortalPerson($id: ID!) {
    user(id: $id) {
      ...PersonFields
      revision
      middleName
      nameSuffix
      credentials
      phone
      phoneExtension
      fax
      practice { name street1 street2 city state postalCode }
      licenceStates
      sessions
    }
  }
`,
  [PersonFields],
);

export const PortalInviteUser = graphql(`
  mutation PortalInviteUser($input: InviteUserInput!) {
    inviteUser(input: $input) { user { id } invitationUrl }
  }
`);

export const PortalInviteAgain = graphql(`
  mutation PortalInviteAgain($id: ID!) {
    inviteUserAgain(id: $id) { user { id } invitationUrl }
  }
`);

export const PortalUpdateUser = graphql(`
  mutation PortalUpdateUser($input: UpdateUserInput!) {
    updateUser(input: $input) { id }
  }
`);

export const PortalDeactivateUser = graphql(`
  mutation PortalDeactivateUser($id: ID!) {
    deactivateUser(id: $id) { id }
  }
`);

export const PortalReactivateUser = graphql(`
  mutation PortalReactivateUser($id: ID!) {
    reactivateUser(id: $id) { id }
  }
`);

export const PortalResetSecondFactor = graphql(`
  mutation PortalResetSecondFactor($id: ID!) {
    resetSecondFactor(userId: $id) { id }
  }
`);

export const PortalEndSessions = graphql(`
  mutation PortalEndSessions($id: ID!) {
    endSessions(userId: $id) { id }
  }
`);

export const PortalPolicies = graphql(`
  query PortalPolicies {
    organization {
      id
      revision
      timeZone
      patientReentry
      staffMayChoosePharmacy
      staffSecondFactor
      sessionIdleMinutes
      offCatalog
      writtenTreatments
      duplicates
      coverage
      screening
      screeningStatedAt
      screeningStatedBy { firstName lastName }
      patientTexts
      textsAtNight
      office { opens closes days holidays }
      afterHoursOwner { id }
      deskMailTo
      deskReminders
    }
  }
`);

export const PortalUpdatePolicies = graphql(`
  mutation PortalUpdatePolicies($input: UpdateOrganizationInput!) {
    updateOrganization(input: $input) { id }
  }
`);

export const PortalApplications = graphql(`
  query PortalApplications {
    applications {
      id
      organizationId
      name
      kind
      callbackUrls
      origins
      scopes
      active
      revision
      lastUsedAt
      secrets { id createdAt expiresAt }
    }
  }
`);

export const PortalCreateApplication = graphql(`
  mutation PortalCreateApplication($input: CreateApplicationInput!) {
    createApplication(input: $input) { secret application { id } }
  }
`);

export const PortalUpdateApplication = graphql(`
  mutation PortalUpdateApplication($input: UpdateApplicationInput!) {
    updateApplication(input: $input) { id revision }
  }
`);

export const PortalRotateSecret = graphql(`
  mutation PortalRotateSecret($id: ID!, $overlapSeconds: Int!) {
    rotateApplicationSecret(id: $id, overlapSeconds: $overlapSeconds) { secret application { id } }
  }
`);

export const PortalEndSecret = graphql(`
  mutation PortalEndSecret($id: ID!, $secretId: ID!) {
    endApplicationSecret(id: $id, secretId: $secretId) { id }
  }
`);
