// "Today" of a patient: in the time zone of the address, else of the organization.

import type { OrganizationId } from '@pestle/rules/ids';
import { todayFor } from '@pestle/rules/time-zone';
import type { PatientRow } from '../../directory/inside.ts';
import type { Ports } from '../../kernel/ports.ts';
import { findOrganization } from '../../organization/inside.ts';
import type { Tx } from '../../store/store.ts';

export async function todayOf(
  ports: Ports,
  tx: Tx,
  orgId: OrganizationId,
  patient: PatientRow,
): Promise<string> {
  const organization = await findOrganization(tx, orgId);
  return todayAt(ports, organization.time_zone, patient);
}

export function todayAt(ports: Ports, organizationZone: string, patient: PatientRow): string {
  const address =
    patient.state === null
      ? null
      : {
          state: patient.state,
          ...(patient.postal_code === null ? {} : { postalCode: patient.postal_code }),
        };
  return todayFor(address, organizationZone, ports.clock.now());
}
