// The door of the room `organization` for callers: each one's own organization and its settings, and what those who run the service write of organizations.
import { recordAudit } from '../audit/audit.ts';
import type { WriteKey } from '../audit/inside.ts';
import { writeOnce } from '../audit/inside.ts';
import type { Actor } from '../kernel/actor.ts';
import { nowText, type Ports } from '../kernel/ports.ts';
import type { Store, Tx } from '../store/store.ts';
import { createOrganizationAdministration, type OrganizationAdministration } from './administration.ts';
import { findOrganization, type OrganizationRow, screeningPolicyOf } from './organizations.ts';
import type { SettingsInput, WorksOnDesk } from './settings.ts';
import { namesOf, readSettings, requireOwner, writeSettings } from './settings.ts';

export {
  createOrganizationAdministration,
  type ListedOrganization,
  type OrganizationAdministration,
} from './administration.ts';
export type { SettingsInput } from './settings.ts';

/** Who is who: known by the room of people, which stands after this one. */
export interface OrganizationPeople {
  /** Throws FORBIDDEN for who may not change settings, judged of the person's row as it is now. */
  readonly requireAdministrator: (tx: Tx, actor: Actor) => Promise<void>;
  readonly worksOnDesk: WorksOnDesk;
}

export interface OrganizationDeps extends OrganizationPeople {
  readonly store: Store;
  readonly ports: Ports;
}

export interface Organizations {
  /** The caller's own organization. */
  own(actor: Actor): Promise<OrganizationRow>;
  /** What is left out stays. Throws FORBIDDEN, INVALID_INPUT, and REVISION_CONFLICT when somebody else changed a setting since `revision`. */
  change(
    actor: Actor,
    input: SettingsInput & { readonly revision: number },
    write: WriteKey,
  ): Promise<OrganizationRow>;
  /** For those who run the service; no caller of the API reaches it. */
  readonly administration: OrganizationAdministration;
}

export function createOrganizations(deps: OrganizationDeps): Organizations {
  const { store } = deps;
  const own = (actor: Actor): Promise<OrganizationRow> =>
    store.withOrg(actor.orgId, (tx) => findOrganization(tx, actor.orgId));
  return {
    own,
    change: async (actor, input, write) => {
      await change(deps, actor, input, write);
      return await own(actor);
    },
    administration: createOrganizationAdministration(deps),
  };
}

async function change(
  { store, ports, requireAdministrator, worksOnDesk }: OrganizationDeps,
  actor: Actor,
  { revision, ...input }: SettingsInput & { readonly revision: number },
  write: WriteKey,
): Promise<void> {
  await store.withOrg(actor.orgId, (tx) => requireAdministrator(tx, actor));
  const settings = readSettings(input);
  const { orgId } = actor;
  await writeOnce(store, actor, write, async (tx) => {
    await requireAdministrator(tx, actor);
    await requireOwner(tx, orgId, settings, worksOnDesk);
    const before = screeningPolicyOf(await findOrganization(tx, orgId));
    await writeSettings(tx, orgId, settings, revision, { by: actor.id, at: nowText(ports) });
    await recordAudit(tx, ports, {
      orgId,
      actor,
      action: 'organization.change',
      subject: { kind: 'organization', id: orgId },
      // Of this one the trail says what was stated: it tells of nobody, and everything that is signed depends on it.
      detail: {
        settings: namesOf(settings),
        ...(settings.screening !== undefined &&
          settings.screening !== before && { screening: settings.screening }),
      },
    });
    return { id: orgId };
  });
}
