// Reminders of the desk: every desk is looked at on a schedule that stands in rows, and whoever is to know is mailed. Any number of nodes may do so.
import type { OrganizationId } from '@pestle/rules/ids';
import type { SendMail } from '../../identity/identity.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import { DESK_LIMITS } from '../limits.ts';
import type { DeskTables } from '../tables.ts';
import { lookAtDesk } from './look.ts';
import type { MailOutcome } from './send.ts';
import { sendDeskMails } from './send.ts';

export interface DeskRemindersDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly baseUrl: string;
  /** Null where no mail leaves: desks are looked at all the same, because pages hear of what becomes late. */
  readonly sendMail: SendMail | null;
  readonly onMail: (outcome: MailOutcome) => void;
  /** Told of a desk that could not be looked at; it is looked at again in the next round, and keeps no other. */
  readonly onError: (error: unknown) => void;
}

export interface DeskReminders {
  /** Looks at each desk whose time has come, then sends what is to leave. */
  round(): Promise<void>;
}

export function createDeskReminders(deps: DeskRemindersDeps): DeskReminders {
  const { sendMail } = deps;
  return {
    round: async () => {
      await lookAtDesks(deps);
      if (sendMail !== null) await sendDeskMails({ ...deps, sendMail });
    },
  };
}

async function lookAtDesks({ store, ports, sendMail, onError }: DeskRemindersDeps): Promise<void> {
  for (const orgId of await dueDesks(store, ports.clock.now()))
    try {
      await store.withOrg(orgId, (tx) => lookAtDesk({ ports, mails: sendMail !== null }, tx, orgId));
    } catch (error) {
      onError(error);
    }
}

/** Those that were never looked at first. */
async function dueDesks(store: Store, nowMs: number): Promise<readonly OrganizationId[]> {
  const rows = await store.asCourier((tx) =>
    tx
      .withTables<DeskTables & { organization: { org_id: OrganizationId } }>()
      .selectFrom('organization')
      .leftJoin('desk_watch', 'desk_watch.org_id', 'organization.org_id')
      .select('organization.org_id')
      .where((where) =>
        where.or([
          where('desk_watch.look_at', 'is', null),
          where('desk_watch.look_at', '<=', new Date(nowMs).toISOString()),
        ]),
      )
      .orderBy('desk_watch.look_at', (order) => order.asc().nullsFirst())
      .limit(DESK_LIMITS.roundDesksMax)
      .execute(),
  );
  return rows.map((row) => row.org_id);
}
