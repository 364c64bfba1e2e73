// GraphQL of what was sent: each message, its attempts, and what was answered, word for word.
import type { AttemptRecord, TransmissionRecord } from '../../../delivery/delivery.ts';
import { builder } from '../builder.ts';

const Attempt = builder.objectRef<AttemptRecord>('Attempt').implement({
  description: 'One try of a transmission; every try sends the same bytes.',
  fields: (t) => ({
    number: t.exposeInt('number'),
    startedAt: t.expose('started_at', { type: 'DateTime' }),
    endedAt: t.expose('ended_at', { type: 'DateTime', nullable: true }),
    outcome: t.exposeString('outcome', {
      nullable: true,
      description: '`ACCEPTED`, `REJECTED`, `RETRY` or `UNKNOWN`.',
    }),
    httpStatus: t.exposeInt('http_status', { nullable: true }),
    reason: t.exposeString('reason', { nullable: true }),
    answer: t.string({
      nullable: true,
      description: 'What came back, as text.',
      resolve: ({ answer }) => text(answer),
    }),
  }),
});

export const Transmission = builder.objectRef<TransmissionRecord>('Transmission').implement({
  description: 'One message to one pharmacy over one channel.',
  fields: (t) => ({
    id: t.id({ resolve: ({ row }) => row.id }),
    kind: t.string({
      description: '`new`, `cancel`, `discontinue` or `late_notice`.',
      resolve: ({ row }) => row.kind,
    }),
    channel: t.string({ description: '`script`, `api` or `fax`.', resolve: ({ row }) => row.channel }),
    pharmacyId: t.id({ resolve: ({ row }) => row.pharmacy_id }),
    messageId: t.string({ resolve: ({ row }) => row.message_id }),
    relatesToMessageId: t.string({ nullable: true, resolve: ({ row }) => row.relates_to_message_id }),
    prescriberOrderNumber: t.string({ resolve: ({ row }) => row.prescriber_order_number }),
    state: t.string({
      description: '`queued`, `sending`, `accepted`, `rejected`, `exhausted` or `withdrawn`.',
      resolve: ({ row }) => row.state,
    }),
    mayHaveArrived: t.boolean({
      description: 'The receiver may have it although it did not say so.',
      resolve: ({ row }) => row.may_have_arrived,
    }),
    contentType: t.string({ nullable: true, resolve: ({ row }) => row.content_type }),
    body: t.string({
      nullable: true,
      description: 'The exact message; null before the first attempt, and for faxes, which are pictures.',
      resolve: ({ row, body }) => (row.content_type === 'application/pdf' ? null : text(body)),
    }),
    reason: t.field({
      type: 'JSON',
      description: 'Why it exists, as codes.',
      resolve: ({ row }) => row.reason,
    }),
    answer: t.field({
      type: 'JSON',
      nullable: true,
      description: 'What came later: a CancelRxResponse, Verify or Error.',
      resolve: ({ row }) => row.answer,
    }),
    firstAttemptAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ row }) => row.first_attempt_at }),
    acceptedAt: t.field({ type: 'DateTime', nullable: true, resolve: ({ row }) => row.accepted_at }),
    createdAt: t.field({ type: 'DateTime', resolve: ({ row }) => row.created_at }),
    attempts: t.field({
      type: [Attempt],
      extensions: { listSize: 5 },
      resolve: ({ attempts }) => [...attempts],
    }),
  }),
});

function text(bytes: Uint8Array | null): string | null {
  return bytes === null ? null : Buffer.from(bytes).toString('utf8');
}
