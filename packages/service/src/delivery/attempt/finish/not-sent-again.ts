// The end of sending again what the pharmacy had taken before: its acceptance stands, and no fax follows (I10, D11).

import type { FillRow, PrescribingTables } from '../../../prescribing/inside.ts';
import { moveFill } from '../../../prescribing/inside.ts';
import { stick } from '../../ledger/fallback.ts';
import type { FillNews } from '../../ledger/fill-news.ts';
import type { Situation } from './situation.ts';
import { end } from './situation.ts';

/** An acceptance that no later answer of the pharmacy has taken back. */
export function wasTakenBefore({ transmission }: Pick<Situation, 'transmission'>): boolean {
  return transmission.channel !== 'fax' && transmission.accepted_at !== null;
}

/**
 * What stood as sent stands so again, with the failure in its history. Where the pharmacy had told of a problem, or a person had it to deal
 * with, it is theirs again: they call. Answers what operators hear of it.
 */
export async function endNotSentAgain(situation: Situation, fill: FillRow): Promise<FillNews | undefined> {
  const { tx, ports, locked, transmission, sent } = situation;
  await end(situation, 'accepted');
  const detail = { transmissionId: transmission.id, outcome: sent.outcome };
  if ((await stateBefore(situation)) !== 'SENT') {
    return await stick(tx, ports, locked, fill, 'NOT_SENT_AGAIN', detail);
  }
  await moveFill(tx, ports, locked, fill.id, {
    to: 'SENT',
    event: 'not-sent-again',
    source: 'delivery',
    detail,
    set: { channel: transmission.channel, sent_at: transmission.accepted_at },
  });
  return undefined;
}

/** In which state the fill was when it was sent again last. */
async function stateBefore({ tx, orgId, transmission }: Situation): Promise<FillRow['state'] | undefined> {
  const event = await tx
    .withTables<PrescribingTables>()
    .selectFrom('fill_event')
    .select('from_state')
    .where('org_id', '=', orgId)
    .where('fill_id', '=', transmission.fill_id)
    .where('event', '=', 'resent')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return event?.from_state ?? undefined;
}
