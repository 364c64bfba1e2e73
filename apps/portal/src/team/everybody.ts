// Owns asking for everybody of the practice: all pages of them, since a list that is sorted or narrowed here must be whole.
import type { DataOf, Session } from '@pestle/client';
import { PortalTeam } from '@pestle/client/documents/portal-team';
import { wholeList } from '../page/lists/whole-list.ts';

export type Person = DataOf<typeof PortalTeam>['users']['nodes'][number];

export async function everybody(session: Session, signal: AbortSignal): Promise<readonly Person[]> {
  return await wholeList(async (after) => (await session.query(PortalTeam, { after }, { signal })).users);
}

/** Invited and never here: whom a new invitation may help. */
export function isInvited({ active, lastSignInAt }: Person): boolean {
  return active && lastSignInAt === null;
}
