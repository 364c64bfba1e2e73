// What a carrier's receipt does to a text: sent once the carrier has it, failed when it could not bring it, which the practice is shown.
import type { Id } from '@pestle/rules/ids';
import { noteChange } from '../../events/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import { withdraw } from '../../outbox/outbox.ts';
import type { Tx } from '../../store/store.ts';
import type { HandOverName } from '../carriers/common/hand-overs.ts';
import { handOverOf, setEnded, setTaken } from '../carriers/common/hand-overs.ts';
import type { Receipt } from '../carriers/common/receipt.ts';
import type { DeliveryTables } from '../ledger/tables.ts';
import type { ReceiptOutcome } from './outcome.ts';

export async function settleText(
  tx: Tx,
  ports: Ports,
  name: HandOverName,
  textId: Id<'txt'>,
  receipt: Receipt,
): Promise<ReceiptOutcome> {
  const known = await handOverOf(tx, name);
  if (known === undefined) return 'unknown';
  if (known.state === receipt.state) return 'repeated';
  if (known.state === 'delivered') return receipt.state === 'failed' ? 'contradicts' : 'repeated';
  if (receipt.state === 'taken') {
    if (known.state === 'failed') return 'repeated';
    await setTaken(tx, name, receipt.carrierId);
  } else {
    // With the carrier's id: it has spoken, so that the text is not handed over again.
    if (known.carrierId === null) await setTaken(tx, name, receipt.carrierId);
    await setEnded(tx, ports, name, { state: receipt.state, reason: receipt.reason });
  }
  // What was put off because nobody knew is not sent a second time.
  await withdraw(tx, name.orgId, textId);
  const text = await tx
    .withTables<DeliveryTables>()
    .updateTable('text_message')
    .set({ state: receipt.state === 'failed' ? 'failed' : 'sent' })
    .where('org_id', '=', name.orgId)
    .where('id', '=', textId)
    .returning('order_id')
    .executeTakeFirst();
  if (text !== undefined)
    await noteChange(tx, name.orgId, { kind: 'order', id: text.order_id, orderId: text.order_id });
  return 'applied';
}
