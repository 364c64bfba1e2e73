// Owns what waits for the signature of whoever is signed in: the drafts of each patient together, who has waited longest first, and what its pages share.
import type { DataOf, Session } from '@pestle/client';
import { PortalDrafts } from '@pestle/client/documents/portal-patients';
import { wholeList } from '../page/lists/whole-list.ts';
import { SessionPage } from '../page/session-page.ts';
import { PageWords } from '../page/words.ts';
import { type DraftsText, drafts as english } from '../text/en/drafts.ts';

export type Draft = DataOf<typeof PortalDrafts>['draftsWaiting']['nodes'][number];
type Patient = NonNullable<Draft['patient']>;

export interface WaitingPatient {
  readonly patient: Patient;
  readonly drafts: readonly Draft[];
  /** Who prepared them, other than who signs. */
  readonly preparers: readonly string[];
  readonly since: string;
}

/** All pages of them: a prescriber who signs in a row wants to know how many there are. */
async function waitingPatients(session: Session, signal: AbortSignal): Promise<readonly WaitingPatient[]> {
  return byPatient(
    await wholeList(
      async (after) => (await session.query(PortalDrafts, { after }, { signal })).draftsWaiting,
    ),
  );
}

/** A page of what waits: the row as it is when the page is opened, and the words. */
export abstract class WaitingPage extends SessionPage<readonly WaitingPatient[]> {
  static override properties = { address: {}, route: {} };
  declare address: string;
  readonly #words = new PageWords<DraftsText>(
    english,
    async () => (await import('../text/es/drafts.ts')).drafts,
    () => this.requestUpdate(),
  );

  protected get words(): DraftsText {
    return this.#words.now;
  }

  protected override get heading(): string {
    return this.words.title;
  }

  protected override subject(): string {
    return 'drafts';
  }

  protected override load(session: Session, signal: AbortSignal): Promise<readonly WaitingPatient[]> {
    return waitingPatients(session, signal);
  }
}

/** The order of the drafts, oldest first, is that of the patients. */
export function byPatient(drafts: readonly Draft[]): readonly WaitingPatient[] {
  const known = drafts.filter(
    (draft): draft is Draft & { readonly patient: Patient } => draft.patient !== null,
  );
  return [...Map.groupBy(known, ({ patient }) => patient.id).values()].flatMap((of) => {
    const [first] = of;
    if (first === undefined) return [];
    const preparers = of.flatMap(({ preparedBy, prescriberId, preparer }) =>
      preparer === null || preparedBy === prescriberId ? [] : [`${preparer.firstName} ${preparer.lastName}`],
    );
    return [
      { patient: first.patient, drafts: of, preparers: [...new Set(preparers)], since: first.createdAt },
    ];
  });
}
