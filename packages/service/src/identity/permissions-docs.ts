// Renders the table of permissions for the docs: `node packages/service/src/identity/permissions-docs.ts > docs/reference/permissions.md`.
import type { Role } from '../kernel/actor.ts';
import { PERMISSIONS } from './permissions.ts';

const ROLES = ['prescriber', 'staff', 'admin', 'operator'] as const satisfies readonly Role[];

/** The page `docs/reference/permissions.md`. */
export function renderPermissions(): string {
  const yesOrNo = (allowed: boolean): string => (allowed ? 'yes' : '–');
  const rows = Object.entries(PERMISSIONS).map(([action, permission]) => {
    const roles: readonly Role[] = permission.roles;
    const cells = ROLES.map((role) => yesOrNo(roles.includes(role)));
    return `| \`${action}\` | \`${permission.scope}\` | ${cells.join(' | ')} | ${yesOrNo(permission.machine)} |`;
  });
  return `# Who may do what

Generated from \`packages/service/src/identity/permissions.ts\`; a test holds it current.

A request needs both: the **scope** in its access token, and, for a person, one of the **roles**. A machine client has no roles;
what it may never do says "–": it reads and keeps patients, and nothing leaves by its hand. Admins sign, send and choose nothing unless they
are prescribers or staff as well.

The role in the token is not enough for what is written: each act is judged from the person's row as it is now, in the act's own transaction. Signing and all that
follows it (\`order.…\`) ask, of who acts as a prescriber, an authorized one: role, active, valid NPI, practice location, phone, second factor, and the
agreement to the current attestation. Otherwise the answer is \`NOT_AUTHORIZED_TO_PRESCRIBE\` with what is missing.

| act | |
|---|---|
| sign and send, new or saved (\`createPrescriptions\`, \`createOrder\`, \`combineOrder\`); re-issue (\`reissueFill\`) | also want the fresh proof that signing asks for, else \`STEP_UP_REQUIRED\` |
| cancel (\`cancelOrder\`) | the prescriber's; by staff it is a request (\`CANCEL_ASKED\`), which lies on the prescriber's desk, and nothing leaves |
| ask for a cancel (\`askForCancel\`), decline it (\`declineCancelRequest\`) | staff ask, prescribers decline or cancel |
| ask to stop the refills (\`askForNoMoreRefills\`), keep them (\`declineNoMoreRefills\`) | staff ask, prescribers keep or stop them |
| answer a pharmacist's question (\`answerQuestion\`) | an answer in a prescriber's name, without a fresh proof, because it lets nothing be dispensed |
| work on [the desk](desk.md), read the call-in sheet, record that it was phoned in, text the patient again | prescribers and staff |
| no more refills (\`discontinueRefills\`) | the prescriber's alone, without a fresh proof, because it lets nothing be dispensed |
| deny what a pharmacy asks (\`denyPharmacyRequest\`) | an answer in a prescriber's name: any authorized prescriber of the organization, without a fresh proof, because it lets nothing be dispensed. Staff read the requests |
| choose a pharmacy (\`selectPharmacy\`), another pharmacy (\`rerouteOrder\`) | staff only while the organization leaves it to them (\`pestle organization settings ID --staff-choose-pharmacy off\`) |

| action | scope | ${ROLES.join(' | ')} | machine |
|---|---|${ROLES.map(() => '---|').join('')}---|
${rows.join('\n')}
`;
}

if (import.meta.main) process.stdout.write(renderPermissions());
