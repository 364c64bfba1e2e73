// Draws a transmission's fax page from its facts, with the link that goes with it.
import type { Ports } from '../../kernel/ports.ts';
import { orderNumberOf } from '../../prescribing/inside.ts';
import type { Store } from '../../store/store.ts';
import type { DrawnFax } from '../fax/document.ts';
import type { FaxReason } from '../fax/facts.ts';
import type { LinkKey } from '../fax/link.ts';
import { linkUrl } from '../fax/link.ts';
import { linkFor } from '../fax/secure-links.ts';
import type { Facts } from '../ledger/facts.ts';
import type { StoredReason, TransmissionKind } from '../ledger/tables.ts';

export interface FaxPage {
  readonly kind: TransmissionKind;
  readonly messageId: string;
  /** The electronic message that the pharmacy may hold. */
  readonly relatesToMessageId: string | null;
  readonly prescriberOrderNumber: string;
  readonly reason: StoredReason;
  /** Fixed at the first attempt. */
  readonly sentAt: Date;
}

export interface FaxDrawing {
  /** The page, its link in force. Called once the transmission is written; the same facts give the same bytes. */
  draw(facts: Facts, page: FaxPage): Promise<DrawnFax>;
}

export interface FaxDrawingDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly baseUrl: string;
  readonly linkKey: LinkKey;
  readonly senderFax: string;
}

export function createFaxDrawing(deps: FaxDrawingDeps): FaxDrawing {
  return {
    draw: async (facts, page) => {
      const { pharmacy, content, envelope, prescription } = facts;
      if (pharmacy.fax === null) throw new Error('the pharmacy has no fax number');
      const { token, code, expiresAt, orderNumber } = await deps.store.withOrg(facts.orgId, async (tx) => ({
        orderNumber: await orderNumberOf(tx, facts.orgId, facts.fill.orderId),
        ...(await linkFor(tx, deps.ports, deps.linkKey, {
          orgId: facts.orgId,
          transmissionId: facts.id,
          orderId: facts.fill.orderId,
          fillId: facts.fill.id,
          pharmacyId: pharmacy.id,
          // The link lives until the prescription ends.
          expiresAt: `${prescription.expirationDate}T23:59:59.000Z`,
        })),
      }));
      // Half a second of a start that not every process needs: fonts and what draws them are read for the first fax.
      const { drawFax } = await import('../fax/document.ts');
      return await drawFax({
        kind: page.kind,
        content,
        envelope,
        address: facts.address,
        pharmacy: { name: pharmacy.name, fax: pharmacy.fax, timeZone: pharmacy.timeZone },
        senderFax: deps.senderFax,
        sentAt: page.sentAt,
        writtenAt: prescription.writtenAt,
        prescriberOrderNumber: page.prescriberOrderNumber,
        orderNumber,
        messageId: page.relatesToMessageId ?? page.messageId,
        reason: faxReason(page.reason),
        mayHaveArrived: page.reason.mayHaveArrived === true,
        link: { url: linkUrl(deps.baseUrl, token), address: `${deps.baseUrl}/rx`, code, expiresAt },
      });
    },
  };
}

function faxReason(reason: FaxPage['reason']): FaxReason {
  return reason.because === undefined ? { because: 'not-integrated' } : reason;
}
