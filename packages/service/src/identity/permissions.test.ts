// One test per cell of the table of permissions: each role and the machine, with and without the scope.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import type { ApplicationId, OrganizationId, UserId } from '@pestle/rules/ids';
import type { Actor, Role } from '../kernel/actor.ts';
import type { Action } from './permissions.ts';
import { authorize, isAllowed, MACHINE_SCOPES, PERMISSIONS, PERSON_SCOPES } from './permissions.ts';
import { renderPermissions } from './permissions-docs.ts';

const orgId = 'org_00000000000000000000000000' as OrganizationId;
const clientId = 'app_00000000000000000000000000' as ApplicationId;

function person(role: Role, scopes: readonly string[]): Actor {
  return {
    kind: 'user',
    orgId,
    id: 'usr_00000000000000000000000000' as UserId,
    clientId,
    scopes: new Set(scopes),
    roles: new Set([role]),
    authTimeSeconds: 0,
    methods: [],
  };
}

const machine = (scopes: readonly string[]): Actor => ({
  kind: 'machine',
  orgId,
  id: clientId,
  clientId,
  scopes: new Set(scopes),
});

/** The table once more, written by hand (A2; staff prepare, prescribers sign, admins administer). */
const EXPECTED: Readonly<Record<Action, string>> = {
  'patient.read': 'prescriber staff admin machine',
  'patient.write': 'prescriber staff admin machine',
  'catalog.read': 'prescriber staff admin machine',
  'catalog.write': 'admin',
  'template.write': 'prescriber staff admin',
  'template.write-organization': 'admin',
  'pharmacy.read': 'prescriber staff admin machine',
  'pharmacy.prefer': 'admin',
  'draft.read': 'prescriber staff admin machine',
  'draft.write': 'prescriber staff',
  'prescription.read': 'prescriber staff admin machine',
  'prescription.sign': 'prescriber',
  'order.read': 'prescriber staff admin machine',
  'order.send': 'prescriber',
  'order.reissue': 'prescriber',
  'order.choose-pharmacy': 'prescriber staff',
  'order.other-pharmacy': 'prescriber staff',
  'order.resend': 'prescriber staff',
  'order.phoned-in': 'prescriber staff',
  'order.remind': 'prescriber staff',
  'question.answer': 'prescriber',
  'order.cancel': 'prescriber',
  'order.discontinue': 'prescriber',
  'order.ask-cancel': 'staff',
  'order.ask-discontinue': 'staff',
  'desk.read': 'prescriber staff',
  'desk.work': 'prescriber staff',
  'pharmacy-request.read': 'prescriber staff machine',
  'pharmacy-request.deny': 'prescriber',
  'transmission.read': 'prescriber staff admin machine',
  'user.read': 'prescriber staff admin machine',
  'user.write': 'admin',
  'organization.change': 'admin',
  'audit.read': 'admin',
  'application.read': 'admin',
  'application.write': 'admin',
};

const CALLERS = ['prescriber', 'staff', 'admin', 'operator', 'machine'] as const;

for (const action of Object.keys(PERMISSIONS) as Action[]) {
  describe(action, () => {
    const { scope } = PERMISSIONS[action];
    for (const caller of CALLERS) {
      const allowed = EXPECTED[action].split(' ').includes(caller);
      test(`${caller} ${allowed ? 'may' : 'may not'}`, () => {
        const make = (scopes: readonly string[]): Actor =>
          caller === 'machine' ? machine(scopes) : person(caller, scopes);
        assert.equal(isAllowed(make([scope]), action), allowed);
        const others = [...PERSON_SCOPES, ...MACHINE_SCOPES].filter((other) => other !== scope);
        assert.equal(isAllowed(make(others), action), false, 'without the scope nobody may');
        if (allowed) authorize(make([scope]), action);
        else assert.throws(() => authorize(make([scope]), action), { code: 'FORBIDDEN' });
      });
    }
  });
}

test('A2: no scope of a machine lets it sign', () => {
  assert.ok(!MACHINE_SCOPES.includes(PERMISSIONS['prescription.sign'].scope));
  assert.equal(isAllowed(machine(PERSON_SCOPES), 'prescription.sign'), false);
});

test('A2: no scope of a machine lets anything leave', () => {
  assert.ok(!MACHINE_SCOPES.includes('write:order'));
  for (const action of Object.keys(PERMISSIONS) as Action[])
    if (/^order\.(?!read)/.test(action))
      assert.equal(isAllowed(machine(PERSON_SCOPES), action), false, action);
});

test('the docs show the table as it is', () => {
  const page = readFileSync(new URL('../../../../docs/reference/permissions.md', import.meta.url), 'utf8');
  assert.equal(page, renderPermissions());
});
