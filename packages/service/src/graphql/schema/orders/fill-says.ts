// What the GraphQL of a cancel and of "no more refills" share: who asked or declined and why, the pharmacy that could not be told.

import type { FillRow } from '../../../prescribing/prescribing.ts';
import { type GraphContext, loadPharmacy } from '../../context.ts';
import { builder } from '../builder.ts';
import { Pharmacy } from '../directory/pharmacies.ts';
import { userOf } from '../identity/users.ts';

/** What somebody of the practice said about a fill; each field says where it stands in the row. */
interface SaidOfFill {
  readonly description: string;
  /** Of the field that names the person. */
  readonly who: string;
  readonly at: (fill: FillRow) => FillRow['updated_at'] | null;
  readonly by: (fill: FillRow) => string | null;
  readonly reason: (fill: FillRow, context: GraphContext) => Promise<string | null>;
}

export function saidOfFill(name: string, { description, who, at, by, reason }: SaidOfFill) {
  return builder.objectRef<FillRow>(name).implement({
    description,
    fields: (t) => ({
      at: t.field({ type: 'DateTime', resolve: (fill) => at(fill) ?? fill.updated_at }),
      by: t.string({
        description: who,
        resolve: async (fill, _args, context) => {
          const user = await userOf(context, by(fill) ?? '');
          return user === null ? '' : `${user.firstName} ${user.lastName}`;
        },
      }),
      reason: t.string({ nullable: true, resolve: (fill, _args, context) => reason(fill, context) }),
    }),
  });
}

/** A pharmacy that could not be told something about a fill. */
interface NotTold {
  readonly description: string;
  /** Of the field that holds the pharmacy; nothing where its type says enough. */
  readonly which?: string;
  readonly at: (fill: FillRow) => FillRow['updated_at'] | null;
  readonly reason: (fill: FillRow) => string | null;
  readonly pharmacyId: (fill: FillRow) => string | null;
  /** Every reason, by its code. */
  readonly reasons: Readonly<Record<string, unknown>>;
  readonly wordsOf: (code: string) => { readonly text: string; readonly owner: string };
}

export function notTold(
  name: string,
  { description, which, at, reason, pharmacyId, reasons, wordsOf }: NotTold,
) {
  return builder.objectRef<FillRow>(name).implement({
    description,
    fields: (t) => ({
      at: t.field({ type: 'DateTime', resolve: (fill) => at(fill) ?? fill.updated_at }),
      reason: t.string({
        description: `Why, as a code: ${Object.keys(reasons)
          .map((code) => `\`${code}\``)
          .join(', ')}.`,
        resolve: (fill) => reason(fill) ?? 'NOT_DELIVERED',
      }),
      text: t.string({
        description: 'The same in a sentence that says what to do.',
        resolve: (fill) => wordsOf(reason(fill) ?? '').text,
      }),
      owner: t.string({
        description: 'Who must act.',
        resolve: (fill) => wordsOf(reason(fill) ?? '').owner,
      }),
      pharmacy: t.field({
        type: Pharmacy,
        nullable: true,
        ...(which === undefined ? {} : { description: which }),
        resolve: (fill, _args, context) => loadPharmacy(context, pharmacyId(fill)),
      }),
      phone: t.string({
        nullable: true,
        description: 'The number to call: that of this pharmacy.',
        resolve: async (fill, _args, context) =>
          (await loadPharmacy(context, pharmacyId(fill)))?.phone ?? null,
      }),
    }),
  });
}

/** What a prescriber says who does not do what staff ask for. */
export const DECLINE_ARGS = builder.args((t) => ({
  id: t.id({ required: true, description: 'Of the fill.' }),
  reason: t.string({
    required: true,
    description: 'For staff to read: one line, 210 characters at most.',
  }),
}));
