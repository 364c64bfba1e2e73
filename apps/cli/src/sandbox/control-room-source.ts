// Feeds the control room from the API, as a machine client: orders as they change, with what was sent and answered.
import { formatDate } from '@pestle/rules/dates';
import { CHANNEL_WORDS, type Tried, triedText } from '@pestle/rules/delivery-words';
import { eventText } from '@pestle/rules/fill-events';
import type { FillState } from '@pestle/rules/fill-status';
import { localTime } from '@pestle/rules/local-time';
import { formatMedicationLine, type MedicationName } from '@pestle/rules/medication-line';
import { momentText } from '@pestle/rules/moment';
import { orderName } from '@pestle/rules/order-number';
import { ALERTS_EN } from '@pestle/rules/situation-alerts';
import { firstKnownSentence } from '@pestle/rules/situation-sentence';
import type { Situation, SituationCode } from '@pestle/rules/situations';
import { situationOfCode } from '@pestle/rules/situations';
import { PRACTICE_EN } from '@pestle/rules/situations-practice-en';
import type {
  ControlRoomSource,
  FillCard,
  OrderCard,
  TransmissionCard,
} from '@pestle/sandbox/control-room/cards';
import { organization } from '@pestle/sandbox/seed';
import type { ApiClient } from './api-client.ts';

const ORDERS = `query ControlRoom($first: Int!, $after: String, $changedSince: DateTime!) {
  orders(first: $first, after: $after, changedSince: $changedSince) {
    nodes {
      id number createdAt updatedAt situation
      patient { firstName lastName }
      pharmacy { id name kind }
      fills {
        id state situation stateSince stateReason stateReasonText channel sentAt leavesAt waitsFor faxReason attempt ownerName
        canceledBy alert
        cancelAnswerReason cancelNotSent { text }
        fulfillment { carrier trackingNumber }
        prescription { instructions treatment { ingredients brandName name strength doseForm } prescriber { firstName lastName credentials } }
        events { at event source detail toState }
        transmissions {
          id kind channel messageId prescriberOrderNumber state mayHaveArrived firstAttemptAt contentType body
          attempts { number startedAt endedAt outcome httpStatus reason answer }
        }
      }
    }
    pageInfo { endCursor hasNextPage }
  }
}`;

interface OrderNode {
  readonly id: string;
  readonly number: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly situation: SituationCode;
  readonly patient: { readonly firstName: string; readonly lastName: string } | null;
  readonly pharmacy: { readonly id: string; readonly name: string; readonly kind: string } | null;
  readonly fills: readonly FillNode[];
}

interface FillNode {
  readonly id: string;
  readonly state: FillState;
  readonly situation: SituationCode;
  readonly stateSince: string;
  readonly stateReason: string | null;
  readonly stateReasonText: string | null;
  readonly channel: string | null;
  readonly sentAt: string | null;
  readonly leavesAt: string | null;
  /** Whose announced maintenance ends then. */
  readonly waitsFor: string | null;
  readonly faxReason: string | null;
  readonly attempt: number | null;
  readonly ownerName: string | null;
  readonly canceledBy: string | null;
  readonly alert: string | null;
  readonly cancelAnswerReason: string | null;
  readonly cancelNotSent: { readonly text: string } | null;
  readonly fulfillment: { readonly carrier: string | null; readonly trackingNumber: string | null };
  readonly prescription: {
    readonly instructions: string;
    readonly treatment: MedicationName;
    readonly prescriber: {
      readonly firstName: string;
      readonly lastName: string;
      readonly credentials: string | null;
    };
  } | null;
  readonly events: readonly {
    readonly at: string;
    readonly event: string;
    readonly source: string;
    readonly detail: Readonly<Record<string, unknown>>;
    readonly toState: string;
  }[];
  readonly transmissions: readonly (TransmissionCard & Tried)[];
}

interface OrdersAnswer {
  readonly orders: {
    readonly nodes: readonly OrderNode[];
    readonly pageInfo: { readonly endCursor: string | null };
  };
}

const BEGINNING = '1970-01-01T00:00:00Z';

/** A change is stamped when it begins and seen when it is committed: what came last is read again for so long. */
const OVERLAP_MS = 5_000;

/** Orders nest deep: this many at a time stay within the cost that one request may have. */
const ORDERS_PER_REQUEST_MAX = 50;

/** More than a sandbox has: it is counted for a page that is looked at. */
const WAITING = '{ draftsWaiting(first: 100) { nodes { id } } }';

interface WaitingAnswer {
  readonly draftsWaiting: { readonly nodes: readonly { readonly id: string }[] };
}

/** @param held What the service holds because of errors of its own: no interface of practices tells of it. */
export function controlRoomSource(
  api: ApiClient,
  held: NonNullable<ControlRoomSource['held']>,
): ControlRoomSource {
  let since = BEGINNING;
  let newest = '';
  return {
    held,
    waiting: async () => (await api.ask<WaitingAnswer>(WAITING, {})).draftsWaiting.nodes.length,
    changes: async (after, limit) => {
      const first = Math.min(limit, ORDERS_PER_REQUEST_MAX);
      const { orders } = await api.ask<OrdersAnswer>(ORDERS, {
        first,
        after: after === '' ? null : after,
        changedSince: since,
      });
      const { nodes, pageInfo } = orders;
      newest = nodes.at(-1)?.updatedAt ?? newest;
      const more = nodes.length === first && pageInfo.endCursor !== null;
      if (!more && newest !== '') since = new Date(Date.parse(newest) - OVERLAP_MS).toISOString();
      return { cursor: more ? (pageInfo.endCursor ?? '') : '', orders: nodes.map(cardOf) };
    },
  };
}

function cardOf(node: OrderNode): OrderCard {
  const prescriber = node.fills[0]?.prescription?.prescriber;
  return {
    id: node.id,
    name: orderName(node),
    createdAt: node.createdAt,
    updatedAt: node.updatedAt,
    situation: situationOfCode(node.situation),
    patientName: node.patient === null ? '' : `${node.patient.firstName} ${node.patient.lastName}`,
    prescriberName:
      prescriber === undefined
        ? ''
        : [`${prescriber.firstName} ${prescriber.lastName}`, prescriber.credentials]
            .filter(Boolean)
            .join(', '),
    pharmacy: node.pharmacy,
    fills: node.fills.map((fill) => fillOf(fill, node.pharmacy)),
  };
}

function fillOf(node: FillNode, pharmacy: OrderNode['pharmacy']): FillCard {
  const { carrier, trackingNumber } = node.fulfillment;
  const fulfillment = pharmacy?.kind === 'MAIL_ORDER' ? 'mail' : 'pickup';
  return {
    id: node.id,
    medicationLine: node.prescription === null ? '' : formatMedicationLine(node.prescription.treatment).text,
    instructions: node.prescription?.instructions ?? '',
    state: node.state,
    situation: situationOfCode(node.situation),
    sentence: sentenceOf(node, pharmacy?.name ?? null),
    stateReason: alertText(node.alert),
    channel: node.sentAt === null ? null : node.channel,
    tried: node.sentAt === null ? triedText(node.transmissions) : '',
    ...(carrier === null ? {} : { carrier }),
    ...(trackingNumber === null ? {} : { trackingNumber }),
    timeline: node.events.map(({ at, event, source, detail, toState }) => ({
      at,
      words: eventText({ event, toState, detail }, fulfillment),
      source,
      detail: detailText(detail),
    })),
    transmissions: node.transmissions.map((one) => ({ ...one, kind: messageName(one.kind, one.channel) })),
  };
}

/** As the people of the practice read it. */
function sentenceOf(node: FillNode, pharmacy: string | null): string {
  const { situation, fulfillment } = node;
  const key = situationOfCode(situation);
  return firstKnownSentence(PRACTICE_EN[key], {
    pharmacy,
    carrier: fulfillment.carrier,
    tracking: fulfillment.trackingNumber,
    n: node.attempt,
    owner: node.ownerName,
    who: node.canceledBy,
    when: whenOf(node),
    time: clockTime(node.stateSince),
    date: formatDate(localTime(organization.timeZone, Date.parse(node.stateSince)).date),
    reason: reasonOf(key, node),
  });
}

function whenOf({ leavesAt, waitsFor }: FillNode): string | null {
  if (leavesAt === null) return null;
  return waitsFor === null ? clockTime(leavesAt) : `${clockTime(leavesAt)}, when announced maintenance ends`;
}

function reasonOf(key: Situation, node: FillNode): string | null {
  if (key === 'faxed') return BECAUSE[node.faxReason ?? ''] ?? null;
  if (key === 'cancel-refused') return node.cancelAnswerReason;
  return key === 'cancel-not-sent' ? (node.cancelNotSent?.text ?? null) : node.stateReasonText;
}

function alertText(alert: string | null): string | null {
  return alert === null ? null : (ALERTS_EN[alert] ?? null);
}

/** By the clinic's clock, wherever the sandbox runs. */
function clockTime(at: string): string {
  return momentText(at, { timeZone: organization.timeZone, nowMs: Date.now(), halves: ['AM', 'PM'] });
}

/** What people call the message. */
function messageName(kind: string, channel: string): string {
  if (kind === 'late_notice') return 'Notice of a second copy';
  if (kind === 'discontinue') return 'No more refills';
  if (channel === 'fax') return kind === 'cancel' ? 'Cancel notice' : 'Prescription';
  if (channel === 'api') return kind === 'cancel' ? 'Cancellation' : 'Order';
  return kind === 'cancel' ? 'CancelRx' : 'NewRx';
}

const BECAUSE: Readonly<Record<string, string>> = {
  'not-integrated': 'the pharmacy takes nothing electronic',
  'electronic-failed': 'electronic delivery failed',
  maintenance: 'its system is in announced maintenance',
  'electronic-withdrawn': 'the pharmacy withdrew its acceptance',
  'earlier-fax': 'the prescription went by fax',
};

/** What an entry of the history says besides its words. Ids stand beside the messages they belong to, codes in the sentence above. */
const DETAILS: Readonly<Record<string, (value: unknown, all: Readonly<Record<string, unknown>>) => string>> =
  {
    channel: (value) => {
      const word = CHANNEL_WORDS[String(value)];
      return word === undefined ? '' : `by ${word}`;
    },
    attempt: (value) => `attempt ${String(value)}`,
    mayHaveArrived: (value) => (value === true ? 'the pharmacy may hold it already' : ''),
    confirmed: (value) => (value === false ? 'not confirmed' : ''),
    how: (value) => (value === 'never-left' ? 'it never left' : ''),
    answer: (value) =>
      ({ approved: 'the pharmacy approved it', denied: 'the pharmacy refused it' })[String(value)] ?? '',
    // A pharmacy's own word for what it reported.
    statusText: (value, { report }) =>
      typeof value === 'string' && value.toUpperCase() !== report ? `in its words “${value}”` : '',
    carrier: (value) => `carrier ${String(value)}`,
    trackingNumber: (value) => `number ${String(value)}`,
    type: (value) => String(value),
  };

/** `{"channel": "script", "attempt": 2}` → `by NCPDP SCRIPT, attempt 2`. */
function detailText(detail: Readonly<Record<string, unknown>>): string | null {
  const parts = Object.entries(detail).map(([key, value]) =>
    value === null ? '' : (DETAILS[key]?.(value, detail) ?? ''),
  );
  const shown = parts.filter((part) => part !== '');
  return shown.length === 0 ? null : shown.join(', ');
}
