// Goes on asking a carrier that posts nothing what became of a fax, after the attempts that waited for it have ended: its answer counts as a receipt.
import type { OrganizationId } from '@pestle/rules/ids';
import { isId } from '@pestle/rules/ids';
import type { FaxCarrier } from '../carriers/fax/carrier.ts';
import { CARRIER_LIMITS } from '../limits.ts';
import { TO_BE_ASKED } from './ask-later-sql.ts';
import type { ReceiptsDeps } from './outcome.ts';
import { settleFax } from './settle-fax.ts';

/** Answers how many have ended. A question without an answer is asked again the next time. */
export async function askLater(
  deps: Omit<ReceiptsDeps, 'readers'>,
  { asksLater }: Pick<FaxCarrier, 'asksLater'>,
): Promise<number> {
  if (asksLater === undefined) return 0;
  const { askedAgainAfterMs, askedForMs, askedAtOnceMax, askTimeoutMs } = CARRIER_LIMITS;
  const values = [asksLater.name, askedAgainAfterMs, askedForMs, askedAtOnceMax];
  const [rows = []] = await deps.store.pipeline([
    { scope: { role: 'courier' }, steps: [{ statement: TO_BE_ASKED, values }] },
  ]);
  let ended = 0;
  for (const row of rows) {
    const [orgId, reference] = [row['org_id'] as OrganizationId, row['reference'] as string];
    const [subjectId, carrierId] = [row['subject_id'] as string, row['carrier_id'] as string];
    if (!isId('trm', subjectId)) continue;
    const result = await asksLater.ask(carrierId, AbortSignal.timeout(askTimeoutMs));
    if (result?.state !== 'delivered' && result?.state !== 'failed') continue;
    const reason = 'reason' in result ? result.reason : result.state;
    const receipt = { reference, carrierId, state: result.state, reason };
    const outcome = await settleFax(deps, { orgId, reference }, subjectId, receipt);
    deps.onReceipt?.({ of: 'fax', outcome, state: result.state, reference, reason });
    ended += 1;
  }
  return ended;
}
