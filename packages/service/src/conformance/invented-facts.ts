// Makes of an invented prescription what delivery would know of one to the pharmacy.
import type { OrderId, OrganizationId, TransmissionId } from '@pestle/rules/ids';
import type { Facts } from '../delivery/inside.ts';
import type { Ports } from '../kernel/ports.ts';
import { makeId } from '../kernel/ports.ts';
import { prescriberOrderNumber } from '../prescribing/inside.ts';
import type { TestPrescription } from './prescriptions.ts';
import type { Subject } from './subject.ts';

/** What delivery would read of it before the first attempt. */
export function inventedFacts(
  { pharmacy }: Subject,
  { content, envelope }: TestPrescription,
  {
    transmissionId,
    orderId,
    ports,
    isCancel,
  }: {
    readonly transmissionId: TransmissionId;
    readonly orderId: OrderId;
    readonly ports: Ports;
    readonly isCancel: boolean;
  },
): Facts {
  const now = new Date(ports.clock.now()).toISOString();
  return {
    id: transmissionId,
    orgId: 'org_00000000000000000000000000' as OrganizationId,
    kind: isCancel ? 'cancel' : 'new',
    lane: '',
    attempt: 0,
    leased: true,
    held: undefined,
    wasHeldBack: false,
    recalledBy: undefined,
    fill: {
      id: makeId(ports, 'fil'),
      orderId,
      state: 'QUEUED',
      pharmacyId: pharmacy.id,
      prescriberOrderNumber: prescriberOrderNumber(orderId, 1, 1),
      cancelRequested: isCancel,
    },
    prescription: {
      id: makeId(ports, 'rx'),
      writtenAt: now,
      expirationDate: now.slice(0, 10),
      dispensed: false,
    },
    signer: { revision: 1, changed: false },
    content,
    envelope,
    address: null,
    pharmacy,
    transmission: undefined,
    attempts: [],
  };
}
