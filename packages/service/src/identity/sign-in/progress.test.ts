// Which step of a sign-in comes next: the whole table.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { OrganizationId, UserId } from '@pestle/rules/ids';
import type { Account, Membership } from '../accounts/accounts.ts';
import type { Progress, SignInPerson, SignInWish } from './progress.ts';
import { acrOf, nextStep, withProof } from './progress.ts';

const account: Account = {
  id: 'acc_1',
  email: 'a@clinic.example',
  passwordHash: null,
  active: true,
  tokensNotBefore: '1970-01-01T00:00:00Z',
  totpSecret: null,
  totpConfirmed: false,
  totpLastStep: 0,
};
const membership = (org: string, change: Partial<Membership> = {}): Membership => ({
  orgId: org as OrganizationId,
  organizationName: org,
  userId: `usr_${org}` as UserId,
  accountId: account.id,
  email: account.email,
  firstName: 'A',
  lastName: 'B',
  roles: ['prescriber'],
  active: true,
  staffSecondFactor: false,
  ...change,
});
const person = (change: Partial<SignInPerson> = {}): SignInPerson => ({
  account,
  memberships: [membership('org_a')],
  factors: { totp: false, passkeys: 0 },
  ...change,
});
const proved: Progress = {
  accountId: account.id,
  email: account.email,
  methods: ['pwd'],
  provenAtMs: 1_000,
};
const wish: SignInWish = {
  organizationId: null,
  secondFactor: false,
  requireSecondFactor: false,
  ownIssuerOnly: new Set(),
  enrolSinceSeconds: 0,
};
const enrolled = { factors: { totp: true, passkeys: 0 } };
const step = (
  progress: Progress | null,
  who: SignInPerson | null = person(),
  change: Partial<SignInWish> = {},
): string => nextStep(progress, who, { ...wish, ...change }).step;

describe('the next step', () => {
  test('nobody has proved anything: the password', () => assert.equal(step(null), 'password'));
  test('the account is gone or switched off: the password again', () => {
    assert.equal(step(proved, null), 'password');
  });
  test('what was proved before everything of the account ended counts no more, also not on the way to a second factor', () => {
    const endedAt = (tokensNotBefore: string) => ({ account: { ...account, tokensNotBefore } });
    assert.equal(step(proved, person(endedAt('1970-01-01T00:00:01Z'))), 'done');
    assert.equal(step(proved, person(endedAt('1970-01-01T00:00:01.001Z'))), 'password', 'in the same second');
    assert.equal(step(proved, person({ ...enrolled, ...endedAt('1970-01-01T00:00:02Z') })), 'password');
    assert.equal(step(proved, person({ account: { ...account, active: false } })), 'password');
  });
  test('one membership: done', () => assert.equal(step(proved), 'done'));
  test('a factor is enrolled: it is always asked for, before anything is told', () => {
    assert.equal(step(proved, person({ ...enrolled, memberships: [] })), 'second-factor');
    assert.equal(step(proved, person({ factors: { totp: false, passkeys: 1 } })), 'second-factor');
    assert.equal(step({ ...proved, methods: ['pwd', 'otp', 'mfa'] }, person(enrolled)), 'done');
  });
  test('A2: a second factor is enrolled with a fresh proof only, also of an issuer that does not say when', () => {
    const prescriber = { requireSecondFactor: true };
    assert.equal(step(proved, person(), prescriber), 'enrol');
    assert.equal(step(proved, person(), { ...prescriber, enrolSinceSeconds: 2 }), 'password');
    assert.equal(
      step(proved, person(), { enrolSinceSeconds: 2 }),
      'done',
      'who needs none is not asked again',
    );
  });
  test('no membership, or only inactive ones, or not the wanted one', () => {
    assert.equal(step(proved, person({ memberships: [] })), 'no-membership');
    assert.equal(
      step(proved, person({ memberships: [membership('org_a', { active: false })] })),
      'no-membership',
    );
    assert.equal(step(proved, person(), { organizationId: 'org_b' }), 'no-membership');
  });
  test('an issuer of one organization opens no other; a password opens none that signs in at its own issuer', () => {
    const two = person({ memberships: [membership('org_a'), membership('org_b')] });
    const vouched: Progress = { ...proved, methods: ['fed'], vouchedFor: 'org_a' };
    assert.deepEqual(nextStep(vouched, two, wish), {
      step: 'done',
      membership: two.memberships[0],
      authTimeSeconds: 1,
    });
    assert.equal(step(vouched, two, { organizationId: 'org_b' }), 'no-membership');
    const ownIssuerOnly = new Set(['org_a']);
    assert.deepEqual(nextStep(proved, two, { ...wish, ownIssuerOnly }), {
      step: 'done',
      membership: two.memberships[1],
      authTimeSeconds: 1,
    });
    assert.equal(step(proved, person(), { ownIssuerOnly }), 'no-membership');
    assert.equal(step(vouched, person(), { ownIssuerOnly }), 'done');
  });
  test('several memberships: the person chooses, or the application did', () => {
    const two = person({ memberships: [membership('org_a'), membership('org_b')] });
    assert.equal(step(proved, two), 'organization');
    assert.equal(step({ ...proved, userId: 'usr_org_b' }, two), 'done');
    assert.equal(step({ ...proved, userId: 'usr_elsewhere' }, two), 'organization');
    assert.equal(step(proved, two, { organizationId: 'org_a' }), 'done');
  });
  test('A2: a prescriber enrols when it is required, staff only when the application asks', () => {
    assert.equal(step(proved, person(), { requireSecondFactor: true }), 'enrol');
    const staff = person({ memberships: [membership('org_a', { roles: ['staff'] })] });
    assert.equal(step(proved, staff, { requireSecondFactor: true }), 'done');
    assert.equal(step(proved, staff, { secondFactor: true }), 'enrol');
  });
  test('administrators and operators enrol when it is required, and staff where their organization says so', () => {
    const as = (change: Partial<Membership>) => person({ memberships: [membership('org_a', change)] });
    const required = { requireSecondFactor: true };
    for (const role of ['admin', 'operator'] as const) {
      assert.equal(step(proved, as({ roles: ['staff', role] }), required), 'enrol');
      assert.equal(step(proved, as({ roles: [role] })), 'done', 'a sandbox asks nobody');
    }
    assert.equal(step(proved, as({ roles: ['staff'], staffSecondFactor: true }), required), 'enrol');
    assert.equal(step(proved, as({ roles: ['staff'], staffSecondFactor: true })), 'done');
  });

  test('a stepped-up session proves nothing by itself', () => {
    const session: Progress = { ...proved, provenAtMs: null };
    assert.equal(step(session), 'password');
    assert.equal(step(session, person(enrolled)), 'second-factor');
    assert.equal(step(withProof(session, ['otp', 'mfa'], 2_000), person(enrolled)), 'done');
  });
});

test('the class of a proof is told by what was used', () => {
  assert.equal(acrOf(['pwd']), 'urn:pestle:acr:password');
  assert.equal(acrOf(['pwd', 'otp', 'mfa']), 'urn:pestle:acr:second-factor');
});
