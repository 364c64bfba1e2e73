// Applications of an organization as its administrators manage them: settings page of the portal (A3).
import { isId } from '@pestle/rules/ids';
import { recordAudit } from '../../audit/audit.ts';
import type { WriteKey } from '../../audit/inside.ts';
import { writeOnce } from '../../audit/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { Failure, invalidInput, notFound } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import { makeId, nowText } from '../../kernel/ports.ts';
import type { Store, Tx } from '../../store/store.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { authorize } from '../permissions.ts';
import type { ApplicationInput } from './application-input.ts';
import { checkApplication } from './application-input.ts';
import type { Application } from './application-rows.ts';
import {
  insertApplication,
  selectApplication,
  selectApplications,
  updateApplication,
} from './application-rows.ts';
import type { ApplicationSecret } from './application-secrets.ts';
import { addSecret, deleteSecret, makeSecret, selectSecrets } from './application-secrets.ts';

export interface ApplicationsDeps {
  readonly store: Store;
  readonly ports: Ports;
  /** Lets this node forget what it believes of applications. */
  readonly forget: () => void;
}

/** An application and, once, the secret that was just made for it; null when the write is repeated. */
export interface WithSecret {
  readonly application: Application;
  readonly secret: string | null;
}

export interface Applications {
  list(actor: Actor): Promise<readonly Application[]>;
  /** Throws NOT_FOUND. */
  get(actor: Actor, id: string): Promise<Application>;
  secrets(actor: Actor, id: string): Promise<readonly ApplicationSecret[]>;
  /** A confidential application answers its secret, which cannot be shown again. Throws INVALID_INPUT. */
  create(actor: Actor, input: ApplicationInput, write: WriteKey): Promise<WithSecret>;
  /** Replaces the settings; the kind cannot be changed. Throws REVISION_CONFLICT. */
  change(
    actor: Actor,
    id: string,
    input: Omit<ApplicationInput, 'kind'> & { readonly revision: number; readonly active: boolean },
    write: WriteKey,
  ): Promise<Application>;
  /** A new secret; the ones before it go on for `overlapSeconds` (0: end now). Throws INVALID_INPUT for a public application. */
  rotateSecret(actor: Actor, id: string, overlapSeconds: number, write: WriteKey): Promise<WithSecret>;
  /** Ends one secret now, such as one that leaked. Throws NOT_FOUND. */
  endSecret(actor: Actor, id: string, secretId: string, write: WriteKey): Promise<Application>;
}

export function createApplications(deps: ApplicationsDeps): Applications {
  const { store } = deps;
  const get = async (actor: Actor, id: string): Promise<Application> => {
    authorize(actor, 'application.read');
    return await store.withOrg(actor.orgId, (tx) => mustFind(tx, actor.orgId, id));
  };
  return {
    get,
    list: async (actor) => {
      authorize(actor, 'application.read');
      return await store.withOrg(actor.orgId, (tx) => selectApplications(tx, actor.orgId));
    },
    secrets: async (actor, id) => {
      const application = await get(actor, id);
      return await store.withOrg(actor.orgId, (tx) => selectSecrets(tx, actor.orgId, application.id));
    },
    create: (actor, input, write) => create(deps, actor, input, write),
    change: async (actor, id, input, write) => await change(deps, actor, id, input, write),
    rotateSecret: (actor, id, overlapSeconds, write) => rotateSecret(deps, actor, id, overlapSeconds, write),
    endSecret: (actor, id, secretId, write) => endSecret(deps, actor, id, secretId, write),
  };
}

async function mustFind(tx: Tx, orgId: string, id: string): Promise<Application> {
  const application = isId('app', id) ? await selectApplication(tx, orgId, id) : undefined;
  if (application === undefined) throw notFound('application');
  return application;
}

async function create(
  { store, ports }: ApplicationsDeps,
  actor: Actor,
  input: ApplicationInput,
  write: WriteKey,
): Promise<WithSecret> {
  authorize(actor, 'application.write');
  const checked = checkApplication(input);
  let secret: string | null = null;
  const { id } = await writeOnce(store, actor, write, async (tx) => {
    const id = makeId(ports, 'app');
    await insertApplication(tx, { orgId: actor.orgId, id }, checked);
    if (checked.kind === 'confidential') {
      secret = makeSecret(ports);
      await addSecret(tx, ports, { orgId: actor.orgId, id }, secret, 0);
    }
    await audit(ports, tx, actor, 'application.create', id, { kind: checked.kind });
    return { id };
  });
  return { application: await store.withOrg(actor.orgId, (tx) => mustFind(tx, actor.orgId, id)), secret };
}

async function change(
  { store, ports, forget }: ApplicationsDeps,
  actor: Actor,
  id: string,
  {
    revision,
    active,
    ...input
  }: Omit<ApplicationInput, 'kind'> & {
    readonly revision: number;
    readonly active: boolean;
  },
  write: WriteKey,
): Promise<Application> {
  authorize(actor, 'application.write');
  await writeOnce(store, actor, write, async (tx) => {
    const { kind } = await mustFind(tx, actor.orgId, id);
    const checked = checkApplication({ ...input, kind });
    const key = { orgId: actor.orgId, id, revision };
    if (!(await updateApplication(tx, key, { ...checked, active }, nowText(ports))))
      throw new Failure(
        'REVISION_CONFLICT',
        'Somebody else changed this application. Look again and repeat.',
      );
    await audit(ports, tx, actor, 'application.change', id, { active });
    return { id };
  });
  forget();
  return await store.withOrg(actor.orgId, (tx) => mustFind(tx, actor.orgId, id));
}

async function rotateSecret(
  { store, ports }: ApplicationsDeps,
  actor: Actor,
  id: string,
  overlapSeconds: number,
  write: WriteKey,
): Promise<WithSecret> {
  authorize(actor, 'application.write');
  const max = IDENTITY_LIMITS.secretOverlapSecondsMax;
  if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > max)
    throw invalidInput([
      { path: 'overlapSeconds', code: 'OUT_OF_RANGE', message: `Give whole seconds from 0 to ${max}.` },
    ]);
  let secret: string | null = null;
  await writeOnce(store, actor, write, async (tx) => {
    const { kind } = await mustFind(tx, actor.orgId, id);
    if (kind === 'public')
      throw invalidInput([
        { path: 'id', code: 'INVALID_INPUT', message: 'A public application has no secret.' },
      ]);
    secret = makeSecret(ports);
    await addSecret(tx, ports, { orgId: actor.orgId, id }, secret, overlapSeconds);
    await audit(ports, tx, actor, 'application.rotate-secret', id, { overlapSeconds });
    return { id };
  });
  return { application: await store.withOrg(actor.orgId, (tx) => mustFind(tx, actor.orgId, id)), secret };
}

async function endSecret(
  { store, ports, forget }: ApplicationsDeps,
  actor: Actor,
  id: string,
  secretId: string,
  write: WriteKey,
): Promise<Application> {
  authorize(actor, 'application.write');
  await writeOnce(store, actor, write, async (tx) => {
    await mustFind(tx, actor.orgId, id);
    if (!isId('sec', secretId) || !(await deleteSecret(tx, { orgId: actor.orgId, id }, secretId)))
      throw notFound('secret');
    await audit(ports, tx, actor, 'application.end-secret', id, { secretId });
    return { id };
  });
  forget();
  return await store.withOrg(actor.orgId, (tx) => mustFind(tx, actor.orgId, id));
}

async function audit(
  ports: Ports,
  tx: Tx,
  actor: Actor,
  action: string,
  id: string,
  detail: Readonly<Record<string, string | number | boolean>>,
): Promise<void> {
  await recordAudit(tx, ports, {
    orgId: actor.orgId,
    actor,
    action,
    subject: { kind: 'application', id },
    detail,
  });
}
