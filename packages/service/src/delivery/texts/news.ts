// What a text says when its time has come, and whether there is anything to say: the order as it stands then, what the practice wants told, how much was said.
import type { TransmissionId } from '@pestle/rules/ids';
import type { PatientSituation } from '@pestle/rules/situation-of';
import type { PatientRow } from '../../directory/inside.ts';
import { findPharmacy } from '../../directory/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { OrganizationRow } from '../../organization/inside.ts';
import { patientTextsOf } from '../../organization/inside.ts';
import type { Departure } from '../../outbox/outbox.ts';
import type { ActDeps, FillRow, LockedOrder } from '../../prescribing/inside.ts';
import { isWrongNumber, patientLinkFor, patientLinkUrl } from '../../routing/inside.ts';
import type { Store, Tx } from '../../store/store.ts';
import type { PatientTimer, PatientTimerRow, TextKind } from '../ledger/tables.ts';
import { DELIVERY_LIMITS as LIMITS } from '../limits.ts';
import { placedCause } from './texts.ts';
import type { TextFacts } from './words.ts';
import { textOf } from './words.ts';
import type { TextLinks } from './write-text.ts';
import { queueText } from './write-text.ts';

export interface TellDeps extends ActDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly links: TextLinks;
  /** Told of what may leave now. */
  readonly departures: (rows: readonly Departure[]) => void;
  /** Told of an order that could not be judged; it is looked at again in a minute. */
  readonly onError: (error: unknown) => void;
}

/** Everything about an order that a text may say. */
export interface Judged {
  readonly deps: TellDeps;
  readonly tx: Tx;
  readonly nowMs: number;
  readonly locked: LockedOrder;
  readonly organization: OrganizationRow;
  readonly patient: PatientRow;
  readonly lines: readonly { readonly fill: FillRow; readonly situation: PatientSituation }[];
  /** Texts of the order so far. */
  readonly texts: readonly { readonly about: TextKind | null }[];
}

/** Which situations each of the news is of. */
const NEWS: Readonly<
  Record<
    Exclude<PatientTimer, 'sent' | 'preferred' | 'first-reminder' | 'second-reminder'>,
    readonly PatientSituation[]
  >
> = {
  ready: ['ready'],
  shipped: ['shipped'],
  delivered: ['picked-up', 'delivered', 'dispensed-after-cancel'],
  problem: ['problem', 'stuck'],
  canceled: ['canceled', 'cancel-sent', 'cancel-refused'],
};

/** Nothing where it is not so any more, where the organization leaves it out, or where enough was said. */
export async function tell(
  judged: Judged,
  kind: PatientTimer,
  timers: readonly PatientTimerRow[],
): Promise<readonly Departure[]> {
  const { locked, lines, organization, texts } = judged;
  switch (kind) {
    case 'preferred':
      return [];
    case 'sent':
      // What has become of it since the night says more.
      return timers.some((timer) => timer.kind in NEWS) ? [] : await tellPlaced(judged);
    case 'first-reminder':
      // After a night both may be due: one is enough.
      return timers.some((timer) => timer.kind === 'second-reminder') ? [] : await remind(judged);
    case 'second-reminder':
      return await remind(judged);
    case 'ready':
    case 'shipped':
    case 'delivered':
    case 'problem':
    case 'canceled': {
      const told = lines.filter(({ situation }) => NEWS[kind].includes(situation));
      const [first] = told;
      if (first === undefined || !patientTextsOf(organization).includes(kind)) return [];
      // Of what the patient has never heard, and no pharmacy ever had, there is no end to tell.
      if (kind === 'canceled' && texts.length === 0 && lines.every(({ fill }) => fill.sent_at === null))
        return [];
      const pharmacy =
        locked.order.pharmacy_id === null
          ? undefined
          : await findPharmacy(judged.tx, locked.order.pharmacy_id);
      return await write(judged, kind, {
        pharmacy: pharmacy?.name,
        part: told.length < lines.length,
        carrier: first.fill.carrier,
        pickedUp: told.every(({ situation }) => situation === 'picked-up'),
        afterCancel: told.some(({ situation }) => situation === 'dispensed-after-cancel'),
      });
    }
    default:
      throw new Error(`unknown timer ${String(kind satisfies never)}`);
  }
}

/** That it is with the pharmacy, where that was at night and is so still. */
async function tellPlaced(judged: Judged): Promise<readonly Departure[]> {
  const { tx, locked, organization } = judged;
  const { pharmacy_id: pharmacyId, state } = locked.order;
  if (state !== 'PLACED' || pharmacyId === null || !patientTextsOf(organization).includes('sent')) return [];
  const cause = await placedCause(tx, locked.order);
  const pharmacy = cause === undefined ? undefined : await findPharmacy(tx, pharmacyId);
  return pharmacy === undefined ? [] : await write(judged, 'sent', { pharmacy: pharmacy.name }, cause);
}

async function remind(judged: Judged): Promise<readonly Departure[]> {
  return judged.locked.order.state === 'ROUTING' ? await write(judged, 'reminder', {}) : [];
}

async function write(
  judged: Judged,
  about: TextKind,
  more: Partial<TextFacts>,
  cause?: TransmissionId,
): Promise<readonly Departure[]> {
  const { deps, tx, locked, organization, patient, texts } = judged;
  const { links, ports } = deps;
  const { org_id: orgId, id: orderId } = locked.order;
  const { phone, id: patientId } = patient;
  if (phone === null || texts.length >= LIMITS.textsOfOrderMax) return [];
  if (texts.filter((text) => text.about === about).length >= LIMITS.textsOfKindMax) return [];
  if (await isWrongNumber(tx, links.phoneHashes, { orgId, patientId, phone })) return [];
  const token = await patientLinkFor(tx, ports, links.patientLinks, { orgId, orderId, phone });
  const body = textOf(about, {
    practice: organization.name,
    phone: organization.phone,
    language: patient.language,
    url: patientLinkUrl(links.baseUrl, token),
    ...more,
  });
  const text = { orgId, orderId, about, content: { recipient: phone, body } };
  return [await queueText(tx, ports, cause === undefined ? text : { ...text, cause })];
}
