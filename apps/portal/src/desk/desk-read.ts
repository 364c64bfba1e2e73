// Owns asking for what the desk shows: its items page by page, how much lies there, and who may own something.
import type { DataOf, Session } from '@pestle/client';
import { PortalDesk, PortalDeskFigures } from '@pestle/client/documents/portal-desk';
import { PortalPeople } from '@pestle/client/documents/portal-patients';
import { wholeList } from '../page/lists/whole-list.ts';
import type { Colleague } from './desk-acts.ts';
import { type DeskFigures, deskFilterIn } from './desk-filters.ts';
import type { DeskItem } from './desk-item.ts';

type Items = DataOf<typeof PortalDesk>['deskItems'];

export interface DeskRead {
  readonly items: readonly DeskItem[];
  readonly hasMore: boolean;
  readonly figures: DeskFigures;
}

/** So many pages of what the address asks for, and the figures of all. */
export async function readDesk(session: Session, pages: number, signal: AbortSignal): Promise<DeskRead> {
  // Together, so that neither is left alone when the other is given up.
  const [{ deskFigures }, read] = await Promise.all([
    session.query(PortalDeskFigures, {}, { signal }),
    readItems(session, pages, signal),
  ]);
  return { ...read, figures: deskFigures };
}

async function readItems(
  session: Session,
  pages: number,
  signal: AbortSignal,
): Promise<Pick<DeskRead, 'items' | 'hasMore'>> {
  const items: DeskItem[] = [];
  let after: string | null = null;
  for (let page = 0; page < pages; page += 1) {
    const { deskItems }: { deskItems: Items } = await session.query(
      PortalDesk,
      { filter: deskFilterIn(location.search), after },
      { signal },
    );
    items.push(...deskItems.nodes);
    after = deskItems.pageInfo.hasNextPage ? deskItems.pageInfo.endCursor : null;
    if (after === null) break;
  }
  return { items, hasMore: after !== null };
}

/** Who may own something of the desk: active prescribers and staff. */
export async function colleagues(session: Session, signal: AbortSignal): Promise<readonly Colleague[]> {
  const people = await wholeList(
    async (after) => (await session.query(PortalPeople, { after }, { signal })).users,
  );
  return people.filter(
    ({ active, roles }) => active && (roles.includes('PRESCRIBER') || roles.includes('STAFF')),
  );
}
