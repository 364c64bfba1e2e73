// GraphQL of the review: what would be signed, what stops it, and what the signer sends back.
import type { Review, ReviewAsk, ReviewedDraft, ReviewProblem } from '../../../prescribing/prescribing.ts';
import { checkedByRoom, write } from '../../context.ts';
import { builder } from '../builder.ts';
import { AddressInput } from '../directory/addresses.ts';
import { FormRulesInput } from './form-rules.ts';
import { ReviewedScreening } from './screening.ts';
import { Content } from './signed.ts';

const Severity = builder.enumType('ReviewSeverity', {
  description: 'Whether a problem stops the signature.',
  values: {
    ERROR: { value: 'error', description: 'Must be mended before signing.' },
    WARNING: { value: 'warning', description: 'Worth a thought.' },
  } as const,
});

const Problem = builder.objectRef<ReviewProblem>('ReviewProblem').implement({
  description: 'Something that is wrong or worth a thought, and where to mend it.',
  fields: (t) => ({
    path: t.exposeString('path', {
      description: 'Where to mend it, such as `draft.instructions` or `patient.address`.',
    }),
    code: t.exposeString('code'),
    message: t.exposeString('message'),
    severity: t.field({ type: Severity, resolve: ({ severity }) => severity }),
  }),
});

const Reviewed = builder.objectRef<ReviewedDraft>('ReviewedDraft').implement({
  description: 'What would be signed of one draft, and what stops it.',
  fields: (t) => ({
    draftId: t.exposeID('draftId'),
    contentHash: t.exposeString('contentHash', {
      nullable: true,
      description: 'The signer sends it back; null while an error stands.',
    }),
    content: t.field({
      type: Content,
      nullable: true,
      description: 'The complete record as it would be signed.',
      resolve: ({ content }) => content,
    }),
    screening: t.field({
      type: ReviewedScreening,
      description: 'What speaks against the drug for this patient, and whether that was checked.',
      resolve: ({ screening }) => screening,
    }),
    problems: t.field({ type: [Problem], resolve: ({ problems }) => [...problems] }),
  }),
});

const ReviewType = builder.objectRef<Review>('Review').implement({
  description: 'What would be signed, draft by draft, and until when the hashes can be sent back.',
  fields: (t) => ({
    drafts: t.field({ type: [Reviewed], resolve: ({ drafts }) => [...drafts] }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime' }),
  }),
});

export const SignedDraftInput = builder.inputType('SignedDraftInput', {
  description: 'A reviewed draft and the hash of what the signer saw.',
  fields: (t) => ({
    draftId: t.id({ required: true }),
    contentHash: t.string({ required: true }),
  }),
});

builder.mutationFields((t) => ({
  reviewDrafts: t.field({
    type: ReviewType,
    description:
      'What would be signed, and everything that still stops it. Repeating it is harmless: it is made anew each time, also with the same Idempotency-Key.',
    args: {
      draftIds: t.arg.idList({ required: true }),
      pharmacyId: t.arg.id({
        description: 'Where the order would go, so that what it cannot take is named now.',
      }),
      address: t.arg({
        type: AddressInput,
        description: 'The address that the order will carry in place of the one on record.',
      }),
      form: t.arg({ type: FormRulesInput }),
    },
    resolve: (_root, args, context) =>
      write(context, 'reviewDrafts', args, (actor) =>
        context.rooms.prescribing.reviewDrafts(actor, checkedByRoom<ReviewAsk>(args)),
      ),
  }),
}));
