// The Header of every message, in the standard's order, and the six fields of a CancelRx header in JSON (S3).
import { ORDER_GROUP_CODES, PARTY_QUALIFIER_CODES, PASSWORD_TYPES } from '../codes/lists.ts';
import type {
  Header,
  Mailbox,
  OrderGroup,
  Security,
  SecurityParty,
  SenderSoftware,
  UsernameToken,
} from '../model/header.ts';
import { type Field, fieldsOf, group, leaf, MANY, opaque } from './field.ts';
import { code, dateTime, digits, free, id, text } from './text.ts';

const qualifier = {
  name: 'Qualifier',
  key: 'qualifier',
  textKey: 'id',
  type: code(6, PARTY_QUALIFIER_CODES),
};

const securityParty = fieldsOf<SecurityParty>(
  leaf('SecondaryIdentification', 0, id(35)),
  leaf('TertiaryIdentification', 0, code(35)),
);

const usernameToken = fieldsOf<UsernameToken>(
  leaf('Username', 0, id(35)),
  leaf('Password', 0, free, {
    attribute: { name: 'Type', key: 'type', textKey: 'value', type: code(14, PASSWORD_TYPES) },
  }),
  leaf('Nonce', 0, id(35)),
  leaf('Created', 0, dateTime),
);

const security = fieldsOf<Security>(
  group('UsernameToken', 0, usernameToken),
  group('Sender', 0, securityParty),
  group('Receiver', 0, securityParty),
);

const senderSoftware = fieldsOf<SenderSoftware>(
  leaf('SenderSoftwareDeveloper', 1, text(35), { key: 'developer' }),
  leaf('SenderSoftwareProduct', 1, text(35), { key: 'product' }),
  leaf('SenderSoftwareVersionRelease', 1, text(50), { key: 'versionRelease' }),
);

const mailbox = fieldsOf<Mailbox>(
  leaf('MailboxID', 0, id(35), { key: 'mailboxId' }),
  leaf('DeliveredID', 0, id(35), { key: 'deliveredId' }),
  leaf('AdditionalTraceNumber', 0, id(3)),
  leaf('AcknowledgementID', 0, id(35), { key: 'acknowledgementId' }),
);

const orderGroup = fieldsOf<OrderGroup>(
  leaf('OrderGroupNumber', 1, id(35)),
  leaf('ItemCountInOrderGroup', 1, digits(2)),
  leaf('TotalCountForOrderGroup', 1, digits(2)),
  leaf('OrderGroupReason', 1, code(MANY, ORDER_GROUP_CODES)),
);

const to = leaf('To', 1, code(255), { attribute: qualifier });
const from = leaf('From', 1, code(255), { attribute: qualifier });
const messageId = leaf('MessageID', 1, id(35), { key: 'messageId' });
const sentTime = leaf('SentTime', 1, dateTime);
const orderNumber = leaf('PrescriberOrderNumber', 0, code(35));

const relates = (min: 0 | 1) => leaf('RelatesToMessageID', min, id(35), { key: 'relatesToMessageId' });

/** The Header in XML, and in JSON for all messages but CancelRx. `relatesTo` 1 = the message answers or cancels another. */
export const headerFields = (relatesTo: 0 | 1): readonly Field[] =>
  fieldsOf<Header>(
    to,
    from,
    messageId,
    relates(relatesTo),
    sentTime,
    group('Security', 0, security),
    group('SenderSoftware', 1, senderSoftware),
    group('Mailbox', 0, mailbox),
    leaf('TestMessage', 0, digits(1)),
    leaf('RxReferenceNumber', 0, id(35)),
    leaf('TertiaryIdentifier', 0, id(3)),
    orderNumber,
    ...opaque(1, 'DigitalSignature'),
    group('PrescriberOrderGroup', 0, orderGroup),
    group('RxReferenceOrderGroup', 0, orderGroup),
  );

/** The Header of a CancelRx in JSON: exactly six fields. */
export const cancelJsonHeaderFields: readonly Field[] = /*#__PURE__*/ fieldsOf<Header>(
  to,
  from,
  messageId,
  /*#__PURE__*/ relates(1),
  sentTime,
  orderNumber,
);
