// Which numbers a link was texted to: the patient may have another one by now, and whoever opens an old link has the old one.
import type { OrderId, OrganizationId } from '@pestle/rules/ids';
import { unlessDamaged } from '../../kernel/failures/damaged.ts';
import type { Tx } from '../../store/store.ts';
import { columnAddress, keysOf } from '../../vault/vault.ts';

/** What is read of texts here; they are written by the room that sends them. */
export type TextedTables = {
  text_message: {
    org_id: OrganizationId;
    id: `txt_${string}`;
    order_id: OrderId;
    sealed: Uint8Array;
    state: string;
  };
};

export interface Texted {
  readonly id: `txt_${string}`;
  readonly state: string;
  /** Ten digits. */
  readonly recipient: string;
  /** Of the link in it; undefined where it has none. */
  readonly token: string | undefined;
}

/** The texts of an order that can be read, those that were withheld left out. */
export async function textsOfOrder(
  tx: Tx,
  { orgId, orderId }: { readonly orgId: OrganizationId; readonly orderId: OrderId },
): Promise<readonly Texted[]> {
  const rows = await tx
    .withTables<TextedTables>()
    .selectFrom('text_message')
    .select(['id', 'sealed', 'state'])
    .where('org_id', '=', orgId)
    .where('order_id', '=', orderId)
    .where('state', '<>', 'withheld')
    .execute();
  const keys = keysOf(tx);
  return rows.flatMap(({ id, sealed, state }): Texted[] => {
    const content = unlessDamaged(() => keys.openJson(columnAddress('text', id), sealed)) as
      | { readonly recipient: string; readonly body: string }
      | undefined;
    if (content === undefined) return [];
    return [{ id, state, recipient: content.recipient, token: /\/p\/([\w-]{43})/.exec(content.body)?.[1] }];
  });
}
