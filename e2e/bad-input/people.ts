// The operations on users and applications, and what a practice has of both.
import { type Ask, dataOf } from '@pestle/testbed/api/api';
import type { Operation } from './operation.ts';

export interface PeopleRecords {
  readonly userId: string;
  readonly applicationId: string;
  readonly secretId: string;
  /** What the prescriber has agreed to. */
  readonly attestation: { readonly version: string; readonly hash: string };
}

const PROFILE = {
  firstName: 'New',
  middleName: 'And',
  lastName: 'Comer',
  nameSuffix: 'III',
  roles: ['PRESCRIBER', 'STAFF'],
  npi: '1234567893',
  credentials: 'MD',
  phone: '6175550181',
  phoneExtension: '12',
  fax: '6175550182',
  practice: {
    name: 'Riverside',
    street1: '2 Hill St',
    street2: 'Floor 2',
    city: 'Boston',
    state: 'MA',
    postalCode: '02116',
  },
  licenceStates: ['MA'],
};

const PAGE = { callbackUrls: ['https://page.example/'], origins: ['https://page.example'] };
const AGREE =
  'mutation($version: String!, $hash: String!) { agreeToAttestation(version: $version, hash: $hash) { id } }';

/** The prescriber agrees to the attestation, so that they may sign at all. */
export async function agree(prescriber: Ask): Promise<PeopleRecords['attestation']> {
  const { attestation } = dataOf(
    await prescriber<{ attestation: PeopleRecords['attestation'] }>('{ attestation { version hash } }'),
  );
  dataOf(await prescriber(AGREE, attestation));
  return attestation;
}

export async function makePeople(admin: Ask, name: string): Promise<Omit<PeopleRecords, 'attestation'>> {
  const { inviteUser } = dataOf(
    await admin<{ inviteUser: { user: { id: string } } }>(
      'mutation($input: InviteUserInput!) { inviteUser(input: $input) { user { id } } }',
      { input: { ...PROFILE, email: `${name}@clinic.example` } },
    ),
  );
  const { createApplication } = dataOf(
    await admin<{ createApplication: { application: { id: string; secrets: { id: string }[] } } }>(
      'mutation { createApplication(input: {name: "Nightly", kind: CONFIDENTIAL}) { application { id secrets { id } } } }',
    ),
  );
  const { id, secrets } = createApplication.application;
  return { userId: inviteUser.user.id, applicationId: id, secretId: secrets[0]?.id ?? '' };
}

export function peopleQueries({ userId, applicationId }: PeopleRecords): readonly Operation[] {
  const query = (name: string, document: string, by: Operation['by'], id?: string, kind = ''): Operation => ({
    name,
    by,
    document,
    variables: id === undefined ? {} : { id },
    own: id === undefined ? {} : { id: kind },
  });
  return [
    query('users', '{ users { nodes { id } pageInfo { endCursor hasNextPage } } }', 'prescriber'),
    query('user', 'query($id: ID!) { user(id: $id) { id } }', 'prescriber', userId, 'user'),
    query(
      'auditEntries',
      `query($actorId: ID, $patientId: ID, $actions: [String!], $from: DateTime, $to: DateTime) {
        auditEntries(actorId: $actorId, patientId: $patientId, actions: $actions, from: $from, to: $to) { nodes { id } pageInfo { endCursor hasNextPage } } }`,
      'admin',
    ),
    query('attestation', '{ attestation { hash } }', 'prescriber'),
    query('applications', '{ applications { id } }', 'admin'),
    query(
      'application',
      'query($id: ID!) { application(id: $id) { id } }',
      'admin',
      applicationId,
      'application',
    ),
  ];
}

export function peopleMutations(own: PeopleRecords): readonly Operation[] {
  const { userId, applicationId, secretId, attestation } = own;
  const byAdmin = (
    name: string,
    document: string,
    variables: Operation['variables'],
    ids: Operation['own'] = {},
  ): Operation => ({ name, by: 'admin', document, variables, own: ids });
  const ofUser = (name: string, answer: string): Operation =>
    byAdmin(name, `mutation($id: ID!) { ${name}(id: $id) { ${answer} } }`, { id: userId }, { id: 'user' });
  const ofUserId = (name: string): Operation =>
    byAdmin(
      name,
      `mutation($userId: ID!) { ${name}(userId: $userId) { secondFactor sessions } }`,
      { userId },
      { userId: 'user' },
    );
  return [
    byAdmin(
      'inviteUser',
      'mutation($input: InviteUserInput!) { inviteUser(input: $input) { user { id } } }',
      {
        input: { ...PROFILE, email: 'somebody.new@clinic.example' },
      },
    ),
    ofUser('inviteUserAgain', 'user { id }'),
    byAdmin(
      'updateUser',
      'mutation($input: UpdateUserInput!) { updateUser(input: $input) { id } }',
      { input: { ...PROFILE, id: userId, revision: 1 } },
      { 'input.id': 'user' },
    ),
    byAdmin(
      'updateOrganization',
      'mutation($input: UpdateOrganizationInput!) { updateOrganization(input: $input) { id } }',
      {
        input: {
          revision: 1,
          patientReentry: false,
          staffMayChoosePharmacy: true,
          staffSecondFactor: false,
          sessionIdleMinutes: 45,
          offCatalog: true,
          duplicates: 'REASON',
          coverage: 'PAGE',
          screening: 'REQUIRED',
          patientTexts: ['SENT', 'READY'],
          textsAtNight: 'ALL',
          office: { opens: '08:00', closes: '18:00', days: [1, 2, 3], holidays: ['2026-12-25'] },
          afterHoursOwnerId: userId,
          deskMailTo: 'desk@clinic.example',
          deskReminders: ['ENTERED', 'LATE'],
        },
      },
      { 'input.afterHoursOwnerId': 'user' },
    ),
    ofUser('deactivateUser', 'id'),
    ofUser('reactivateUser', 'id'),
    ofUserId('resetSecondFactor'),
    ofUserId('endSessions'),
    { name: 'agreeToAttestation', by: 'prescriber', document: AGREE, variables: { ...attestation }, own: {} },
    byAdmin(
      'createApplication',
      'mutation($input: CreateApplicationInput!) { createApplication(input: $input) { application { id } } }',
      { input: { ...PAGE, name: 'A page', kind: 'PUBLIC', scopes: ['read:patient'] } },
    ),
    byAdmin(
      'updateApplication',
      'mutation($input: UpdateApplicationInput!) { updateApplication(input: $input) { id } }',
      {
        input: { id: applicationId, revision: 1, active: true, name: 'Renamed', scopes: ['read:patient'] },
      },
      { 'input.id': 'application' },
    ),
    byAdmin(
      'endApplicationSecret',
      'mutation($id: ID!, $secretId: ID!) { endApplicationSecret(id: $id, secretId: $secretId) { id } }',
      { id: applicationId, secretId },
      { id: 'application', secretId: 'secret' },
    ),
    byAdmin(
      'rotateApplicationSecret',
      'mutation($id: ID!) { rotateApplicationSecret(id: $id, overlapSeconds: 60) { secret } }',
      { id: applicationId },
      { id: 'application' },
    ),
  ];
}
