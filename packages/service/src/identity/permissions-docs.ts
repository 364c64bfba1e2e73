// Renders the table of permissions for the docs: `node packages/service/src/identity/permissions-docs.ts > docs/reference/permissions.md`.
import type { Role } from '../kernel/actor.ts';
import { PERMISSIONS } from './permissions.ts';

const ROLES = ['prescriber', 'staff', 'admin', 'operator'] as const satisfies readonly Role[];

/** The page `docs/reference/permissions.md`. */
export function renderPermissions(): string {
  const mark = (allowed: boolean): string => (allowed ? 'yes' : '–');
  const rows = Object.entries(PERMISSIONS).map(([action, permission]) => {
    const roles: readonly Role[] = permission.roles;
    const cells = ROLES.map((role) => mark(roles.includes(role)));
    return `| \`${action}\` | \`${permission.scope}\` | ${cells.join(' | ')} | ${mark(permission.machine)} |`;
  });
  return `# Who may do what

Generated from \`packages/service/src/identity/permissions.ts\`; a test holds it current.

A request needs both: the **scope** in its access token, and, for a person, one of the **roles**. A machine client has no roles;
what it may never do says "–". Signing asks more than this table: an authorized prescriber (role, active, valid NPI, practice
location, phone, second factor), checked in the signing transaction from the current row.

| action | scope | ${ROLES.join(' | ')} | machine |
|---|---|${ROLES.map(() => '---|').join('')}---|
${rows.join('\n')}
`;
}

if (import.meta.main) process.stdout.write(renderPermissions());
