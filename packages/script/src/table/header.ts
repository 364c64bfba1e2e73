// The Header of every message, in the standard's order (reference 1.2), and the six fields of a CancelRx header in JSON (S3).
import { PARTY_QUALIFIERS } from '../codes/script.ts';
import type {
  Header,
  Mailbox,
  OrderGroup,
  Security,
  SecurityParty,
  SenderSoftware,
  UsernameToken,
} from '../model.ts';
import { type Field, fieldsOf, group, leaf, opaque } from './field.ts';
import { code, dateTime, digits, id, text } from './text.ts';

const qualifier = {
  name: 'Qualifier',
  key: 'qualifier',
  textKey: 'id',
  type: code(6, Object.keys(PARTY_QUALIFIERS)),
};

const securityParty = fieldsOf<SecurityParty>(
  leaf('SecondaryIdentification', 'secondaryIdentification', 0, id(35)),
  leaf('TertiaryIdentification', 'tertiaryIdentification', 0, code(35)),
);

const usernameToken = fieldsOf<UsernameToken>(
  leaf('Username', 'username', 0, id(35)),
  leaf('Password', 'password', 0, id(35), {
    attribute: { name: 'Type', key: 'type', textKey: 'value', type: code(35) },
  }),
  leaf('Nonce', 'nonce', 0, id(35)),
  leaf('Created', 'created', 0, dateTime),
);

const security = fieldsOf<Security>(
  group('UsernameToken', 'usernameToken', 0, usernameToken),
  group('Sender', 'sender', 0, securityParty),
  group('Receiver', 'receiver', 0, securityParty),
);

const senderSoftware = fieldsOf<SenderSoftware>(
  leaf('SenderSoftwareDeveloper', 'developer', 1, text(35)),
  leaf('SenderSoftwareProduct', 'product', 1, text(35)),
  leaf('SenderSoftwareVersionRelease', 'versionRelease', 1, text(50)),
);

const mailbox = fieldsOf<Mailbox>(
  leaf('MailboxID', 'mailboxId', 0, id(35)),
  leaf('DeliveredID', 'deliveredId', 0, id(35)),
  leaf('AdditionalTraceNumber', 'additionalTraceNumber', 0, id(3)),
  leaf('AcknowledgementID', 'acknowledgementId', 0, id(35)),
);

const orderGroup = fieldsOf<OrderGroup>(
  leaf('OrderGroupNumber', 'orderGroupNumber', 1, id(35)),
  leaf('ItemCountInOrderGroup', 'itemCountInOrderGroup', 1, digits(2)),
  leaf('TotalCountForOrderGroup', 'totalCountForOrderGroup', 1, digits(2)),
  leaf('OrderGroupReason', 'orderGroupReason', 0, code(70)),
);

const to = leaf('To', 'to', 1, code(255), { attribute: qualifier });
const from = leaf('From', 'from', 1, code(255), { attribute: qualifier });
const messageId = leaf('MessageID', 'messageId', 1, id(35));
const sentTime = leaf('SentTime', 'sentTime', 1, dateTime);
const orderNumber = leaf('PrescriberOrderNumber', 'prescriberOrderNumber', 0, code(35));

const relates = (min: 0 | 1) => leaf('RelatesToMessageID', 'relatesToMessageId', min, id(35));

/** The Header in XML, and in JSON for all messages but CancelRx. `relatesTo` 1 = the message answers or cancels another. */
export const headerFields = (relatesTo: 0 | 1): readonly Field[] =>
  fieldsOf<Header>(
    to,
    from,
    messageId,
    relates(relatesTo),
    sentTime,
    group('Security', 'security', 0, security),
    group('SenderSoftware', 'senderSoftware', 1, senderSoftware),
    group('Mailbox', 'mailbox', 0, mailbox),
    leaf('TestMessage', 'testMessage', 0, digits(1)),
    leaf('RxReferenceNumber', 'rxReferenceNumber', 0, id(35)),
    leaf('TertiaryIdentifier', 'tertiaryIdentifier', 0, id(3)),
    orderNumber,
    ...opaque(1, 'DigitalSignature'),
    group('PrescriberOrderGroup', 'prescriberOrderGroup', 0, orderGroup),
    group('RxReferenceOrderGroup', 'rxReferenceOrderGroup', 0, orderGroup),
  );

/** The Header of a CancelRx in JSON: exactly the six fields of seed 2.4 (S3). */
export const cancelJsonHeaderFields: readonly Field[] = /*#__PURE__*/ fieldsOf<Header>(
  to,
  from,
  messageId,
  /*#__PURE__*/ relates(1),
  sentTime,
  orderNumber,
);
