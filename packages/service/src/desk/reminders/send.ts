// Mails about desks leave: each is claimed, says what still lies there, and is tried until the mail server takes it.
import type { OrganizationId } from '@pestle/rules/ids';
import type { SendMail } from '../../identity/identity.ts';
import { selectUser } from '../../identity/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import { findOrganization } from '../../organization/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import { itemsToTell } from '../items/items.ts';
import { DESK_LIMITS } from '../limits.ts';
import type { DeskMailRow, DeskTables } from '../tables.ts';
import { deskMail } from './words.ts';

export interface SendDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly baseUrl: string;
  readonly sendMail: SendMail;
  /** Told of what became of a mail. */
  readonly onMail: (outcome: MailOutcome) => void;
}

/** `again`: the mail server did not take it, and is asked again; `failed`: given up; `needless`: everything was settled first. */
export type MailOutcome = 'sent' | 'needless' | 'again' | 'failed';

/** Sends every mail whose time has come. Several nodes may do so at once: each mail is claimed by one try. */
export async function sendDeskMails(deps: SendDeps): Promise<void> {
  const { store, ports } = deps;
  const due = await store.asCourier((tx) =>
    tx
      .withTables<DeskTables>()
      .selectFrom('desk_mail')
      .select(['org_id', 'id', 'attempt'])
      .where('state', '=', 'waiting')
      .where('run_at', '<=', textOf(ports.clock.now()))
      .orderBy('run_at')
      .limit(DESK_LIMITS.roundMailsMax)
      .execute(),
  );
  for (const mail of due) await sendOne(deps, mail);
}

type Due = Pick<DeskMailRow, 'org_id' | 'id' | 'attempt'>;

async function sendOne(deps: SendDeps, due: Due): Promise<void> {
  const { store, ports, sendMail, onMail } = deps;
  const claimed = await store.withOrg(due.org_id, (tx) => claim(deps, tx, due));
  if (claimed === undefined) return;
  const { row, mail } = claimed;
  if (mail === undefined) {
    await end(store, row, 'needless', ports.clock.now());
    onMail('needless');
    return;
  }
  try {
    await sendMail({ ...mail, id: row.id });
  } catch {
    // The mailer has said so in the log. What a later try says is what lies there then.
    const isOver = ports.clock.now() - Date.parse(row.created_at) >= DESK_LIMITS.mailTriedForMs;
    if (isOver) await end(store, row, 'failed', ports.clock.now());
    onMail(isOver ? 'failed' : 'again');
    return;
  }
  await end(store, row, 'sent', ports.clock.now());
  onMail('sent');
}

interface Claimed {
  readonly row: DeskMailRow;
  /** Undefined where there is nothing to say any more, or nobody to say it to. */
  readonly mail: { readonly to: string; readonly subject: string; readonly text: string } | undefined;
}

/** Undefined where another node has it. The time of the next try stands before this one begins: nothing is lost with the process. */
async function claim({ ports, baseUrl }: SendDeps, tx: Tx, due: Due): Promise<Claimed | undefined> {
  const nowMs = ports.clock.now();
  const pauseMs = Math.min(DESK_LIMITS.mailRetryMs * 2 ** due.attempt, DESK_LIMITS.mailRetryMaxMs);
  const row = await tx
    .withTables<DeskTables>()
    .updateTable('desk_mail')
    .set({ attempt: due.attempt + 1, run_at: textOf(nowMs + pauseMs) })
    .where('org_id', '=', due.org_id)
    .where('id', '=', due.id)
    .where('attempt', '=', due.attempt)
    .where('state', '=', 'waiting')
    .where('run_at', '<=', textOf(nowMs))
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const organization = await findOrganization(tx, due.org_id);
  const to =
    row.recipient === 'practice' ? organization.desk_mail_to : await addressOf(tx, due.org_id, row.recipient);
  const items = await itemsToTell(tx, due.org_id, nowMs);
  const late = items.filter(({ id }) => row.late.includes(id));
  const entered = items.filter(({ id }) => row.entered.includes(id) && !row.late.includes(id));
  if (to === null || late.length + entered.length === 0) return { row, mail: undefined };
  return { row, mail: { to, ...deskMail({ practice: organization.name, baseUrl, entered, late }) } };
}

/** Who has left meanwhile, or works on the desk no more, is told nothing. */
async function addressOf(tx: Tx, orgId: OrganizationId, userId: string): Promise<string | null> {
  const user = await selectUser(tx, orgId, userId);
  const works = user?.active === true && user.roles.some((role) => role === 'prescriber' || role === 'staff');
  return works ? user.email : null;
}

async function end(
  store: Store,
  row: DeskMailRow,
  state: DeskMailRow['state'],
  nowMs: number,
): Promise<void> {
  await store.withOrg(row.org_id, (tx) =>
    tx
      .withTables<DeskTables>()
      .updateTable('desk_mail')
      .set({ state, ended_at: textOf(nowMs) })
      .where('org_id', '=', row.org_id)
      .where('id', '=', row.id)
      .where('state', '=', 'waiting')
      .execute(),
  );
}

function textOf(ms: number): string {
  return new Date(ms).toISOString();
}
