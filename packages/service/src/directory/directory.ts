// The public face of the directory: patients and pharmacies. Functions for other rooms' transactions are in patients.ts, pharmacies.ts and endpoints.ts.
import type { Ports } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';
import {
  createDirectoryAdministration,
  type DirectoryAdministration,
} from './administration/administration.ts';
import {
  createMaintenanceAdministration,
  type MaintenanceAdministration,
} from './maintenance/maintenance.ts';
import { createServiceMaintenance, type ServiceMaintenance } from './maintenance/schedule.ts';
import { createPatientRoom, type PatientRoom } from './patient/patient-room.ts';
import { createNearestIndex } from './pharmacy/nearest.ts';
import { createPharmacyRoom, type PharmacyRoom } from './pharmacy/pharmacy-room.ts';

export interface DirectoryDependencies {
  readonly store: Store;
  readonly ports: Ports;
}

export interface Directory extends PatientRoom, PharmacyRoom {
  /** Writes the network's reference data; no caller of the API reaches it. */
  readonly administration: DirectoryAdministration;
  /** Windows of maintenance, as operators set them. */
  readonly windows: MaintenanceAdministration;
  /** Those of the whole service, as everybody may know them. */
  readonly maintenance: ServiceMaintenance;
}

export function createDirectory({ store, ports }: DirectoryDependencies): Directory {
  const index = createNearestIndex(ports);
  return {
    ...createPatientRoom(store, ports),
    ...createPharmacyRoom(store, index),
    administration: createDirectoryAdministration(store, ports, () => index.changed()),
    windows: createMaintenanceAdministration(store, ports),
    maintenance: createServiceMaintenance(store),
  };
}

/** Owns a United States address: how it is read from input and from a row. */
export { type Address, addressOf } from './address.ts';

/** Owns what is accepted about a patient: each field's rule, and what must fit together (W6, S5). */
export type { NewPatient, PatientChanges } from './patient/patient-input.ts';

/** The directory's answers about pharmacies: by id, by name or town, and the nearest ones to a place. */
export type { NamedPharmacies, PharmacyHit } from './pharmacy/pharmacy-room.ts';

/** The directory's tables as Kysely sees them. */
export type { Allergy, Benefit, OpeningHours, PatientRow, PharmacyRow } from './tables.ts';
