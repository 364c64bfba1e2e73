// The public face of the directory: organizations, patients and pharmacies. Functions for other rooms' transactions are in patients.ts, pharmacies.ts and endpoints.ts.
import type { Actor } from '../kernel/actor.ts';
import type { Ports } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';
import { createDirectoryKeeper, type DirectoryKeeper } from './keeper/keeper.ts';
import { createMaintenanceKeeper, type MaintenanceKeeper } from './maintenance/maintenance.ts';
import { createServiceMaintenance, type ServiceMaintenance } from './maintenance/schedule.ts';
import { findOrganization, type OrganizationRow } from './organizations.ts';
import { createPatientRoom, type PatientRoom } from './patient/patient-room.ts';
import { createNearestIndex } from './pharmacy/nearest.ts';
import { createPharmacyRoom, type PharmacyRoom } from './pharmacy/pharmacy-room.ts';

export interface DirectoryDependencies {
  readonly store: Store;
  readonly ports: Ports;
}

export interface Directory extends PatientRoom, PharmacyRoom {
  /** The caller's own organization. */
  organization(actor: Actor): Promise<OrganizationRow>;
  /** Writes the network's reference data; no caller of the API reaches it. */
  readonly keeper: DirectoryKeeper;
  /** Windows of maintenance, as operators set them. */
  readonly windows: MaintenanceKeeper;
  /** Those of the whole service, as everybody may know them. */
  readonly maintenance: ServiceMaintenance;
}

export function createDirectory({ store, ports }: DirectoryDependencies): Directory {
  const index = createNearestIndex(ports);
  return {
    ...createPatientRoom(store, ports),
    ...createPharmacyRoom(store, index),
    organization: (actor) => store.withOrg(actor.orgId, (tx) => findOrganization(tx, actor.orgId)),
    keeper: createDirectoryKeeper(store, ports, () => index.changed()),
    windows: createMaintenanceKeeper(store, ports),
    maintenance: createServiceMaintenance(store),
  };
}
