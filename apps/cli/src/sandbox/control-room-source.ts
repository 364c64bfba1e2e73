// Feeds the control room from the API, with the machine client's eyes: orders as they change, with what was sent and answered.
import type {
  ControlRoomSource,
  FillCard,
  OrderCard,
  TransmissionCard,
} from '@pestle/sandbox/control-room/cards';
import type { ApiClient } from './api-client.ts';

const ORDERS = `query ControlRoom($first: Int!, $after: String, $changedSince: DateTime!) {
  orders(first: $first, after: $after, changedSince: $changedSince) {
    nodes {
      id createdAt updatedAt state
      patient { firstName lastName }
      pharmacy { id name kind }
      fills {
        id state stateReason stateReasonText channel
        fulfillment { carrier trackingNumber }
        prescription { instructions treatment { description } prescriber { firstName lastName credentials } }
        events { at event source detail toState }
        transmissions {
          id kind channel messageId prescriberOrderNumber state contentType body
          attempts { number startedAt endedAt outcome httpStatus reason answer }
        }
      }
    }
    pageInfo { endCursor hasNextPage }
  }
}`;

interface OrderNode {
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly state: string;
  readonly patient: { readonly firstName: string; readonly lastName: string } | null;
  readonly pharmacy: { readonly id: string; readonly name: string; readonly kind: string } | null;
  readonly fills: readonly FillNode[];
}

interface FillNode {
  readonly id: string;
  readonly state: string;
  readonly stateReason: string | null;
  readonly stateReasonText: string | null;
  readonly channel: string | null;
  readonly fulfillment: { readonly carrier: string | null; readonly trackingNumber: string | null };
  readonly prescription: {
    readonly instructions: string;
    readonly treatment: { readonly description: string };
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
  readonly transmissions: readonly TransmissionCard[];
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

export function controlRoomSource(api: ApiClient): ControlRoomSource {
  let since = BEGINNING;
  let newest = '';
  return {
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
    createdAt: node.createdAt,
    updatedAt: node.updatedAt,
    state: node.state,
    patientName: node.patient === null ? '' : `${node.patient.firstName} ${node.patient.lastName}`,
    prescriberName:
      prescriber === undefined
        ? ''
        : [`${prescriber.firstName} ${prescriber.lastName}`, prescriber.credentials]
            .filter(Boolean)
            .join(', '),
    pharmacy: node.pharmacy,
    fills: node.fills.map(fillOf),
  };
}

function fillOf(node: FillNode): FillCard {
  const { carrier, trackingNumber } = node.fulfillment;
  return {
    id: node.id,
    medicationLine: node.prescription?.treatment.description ?? '',
    instructions: node.prescription?.instructions ?? '',
    state: node.state,
    stateReason: node.stateReasonText ?? node.stateReason,
    channel: node.channel,
    ...(carrier === null ? {} : { carrier }),
    ...(trackingNumber === null ? {} : { trackingNumber }),
    timeline: node.events.map(({ at, event, source, detail }) => ({
      at,
      event,
      source,
      detail: detailText(detail),
    })),
    transmissions: node.transmissions.map((one) => ({ ...one, kind: messageName(one.kind, one.channel) })),
  };
}

/** What people call the message. */
function messageName(kind: string, channel: string): string {
  if (kind === 'late_notice') return 'Notice of a second copy';
  if (channel === 'fax') return kind === 'cancel' ? 'Cancel notice' : 'Prescription';
  if (channel === 'api') return kind === 'cancel' ? 'Cancellation' : 'Order';
  return kind === 'cancel' ? 'CancelRx' : 'NewRx';
}

const CHANNELS: Readonly<Record<string, string>> = {
  script: 'by NCPDP SCRIPT',
  api: "by the pharmacy's API",
  fax: 'by fax',
};
const BECAUSE: Readonly<Record<string, string>> = {
  'not-integrated': 'the pharmacy takes nothing electronic',
  'electronic-failed': 'electronic delivery failed',
  maintenance: 'its system is in announced maintenance',
  'electronic-withdrawn': 'the pharmacy withdrew its acceptance',
  'earlier-fax': 'the prescription went by fax',
};

/** `{"channel": "script", "attempt": 2}` → `by NCPDP SCRIPT, attempt 2`. Ids stand beside the messages they belong to. */
function detailText(detail: Readonly<Record<string, unknown>>): string | null {
  const parts = Object.entries(detail).flatMap(([key, value]) => {
    if (key.endsWith('Id') || !['string', 'number', 'boolean'].includes(typeof value)) return [];
    if (key === 'mayHaveArrived') return value === true ? ['the pharmacy may hold it already'] : [];
    if (key === 'channel') return [CHANNELS[String(value)] ?? `by ${String(value)}`];
    if (key === 'because') return [BECAUSE[String(value)] ?? String(value)];
    return [`${key} ${String(value)}`];
  });
  return parts.length === 0 ? null : parts.join(', ');
}
