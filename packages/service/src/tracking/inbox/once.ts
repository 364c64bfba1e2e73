// Does the work of a message once per MessageID of its sender, and says what is answered.
import type { OrganizationId } from '@pestle/rules/ids';
import type { Received } from '@pestle/script';
import type { Origin } from '../../kernel/actor.ts';
import { Failure } from '../../kernel/errors.ts';
import type { Tx } from '../../store/store.ts';
import type { Sender } from '../hook/authenticate.ts';
import type { HookDeps } from '../hook/status-hook.ts';
import { deliverOnce, hashBody } from '../report/deliveries.ts';
import type { ScriptSender, Verdict } from './script-answer.ts';

export interface InboxDeps extends HookDeps {
  readonly scriptSender: ScriptSender;
}

/** A message of a known sender, unread. */
export interface Arrived {
  readonly sender: Sender;
  readonly body: Buffer;
  readonly contentType: string;
  readonly origin: Origin;
}

/** Does the work once per MessageID of the sender: the same again is answered the same. The work answers its verdict, or whether it found its place. */
export async function takeOnce(
  deps: InboxDeps,
  { sender, body }: Arrived,
  message: Received,
  orgId: OrganizationId,
  work: (tx: Tx) => Promise<boolean | Verdict>,
): Promise<Verdict> {
  const bodyHash = hashBody(body);
  const messageId = message.header?.messageId?.trim();
  // Some senders leave the id out: then only the same bytes are the same message.
  const deliveryId =
    messageId === undefined || messageId === '' ? `script#${bodyHash}` : `script:${messageId}`;
  try {
    const { answer } = await deps.store.withOrg(orgId, (tx) =>
      deliverOnce(tx, deps.ports, { orgId, senderId: sender.id, deliveryId, bodyHash }, async () => ({
        taken: await work(tx),
      })),
    );
    if (typeof answer.taken !== 'boolean') return answer.taken;
    return answer.taken ? { is: 'taken' } : NO_SUCH_PRESCRIPTION;
  } catch (error) {
    if (error instanceof Failure && error.code === 'IDEMPOTENCY_KEY_REUSED')
      return refused('220', 'This MessageID was used for another message.');
    throw error;
  }
}

export function refused(descriptionCode: string, description: string): Verdict {
  return { is: 'refused', descriptionCode, description };
}

/** The same for an unknown prescription, for one of another pharmacy, and for ids that do not belong together. */
export const NO_SUCH_PRESCRIPTION = refused(
  '1000',
  'RelatesToMessageID and PrescriberOrderNumber name no prescription at this pharmacy.',
);
