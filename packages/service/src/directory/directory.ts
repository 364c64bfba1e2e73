// The door of the room `directory` for callers: patients and pharmacies, and what those who run the service write of them.
import type { Ports } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';
import {
  createDirectoryAdministration,
  type DirectoryAdministration,
} from './administration/administration.ts';
import { createHookKeyAdministration, type HookKeyAdministration } from './administration/hook-keys.ts';
import { type Connections, createConnections } from './connections.ts';
import {
  createMaintenanceAdministration,
  type MaintenanceAdministration,
} from './maintenance/maintenance.ts';
import { createServiceMaintenance, type ServiceMaintenance } from './maintenance/schedule.ts';
import { createPatients, type NumberChanged, type Patients } from './patient/patients.ts';
import { createNearestIndex } from './pharmacy/nearest.ts';
import { createPharmacies, type Pharmacies } from './pharmacy/pharmacies.ts';
import { createPreferredPharmacies, type PreferredPharmacies } from './pharmacy/preferred.ts';

export interface DirectoryDependencies {
  readonly store: Store;
  readonly ports: Ports;
  /** Hears of patients whose telephone number changes; left out where nobody is texted. */
  readonly numberChanged?: NumberChanged;
}

export interface Directory extends Patients, Pharmacies, PreferredPharmacies {
  /** Writes the network's reference data; no caller of the API reaches it. */
  readonly administration: DirectoryAdministration;
  /** Keys by which pharmacies and partners report. */
  readonly hookKeys: HookKeyAdministration;
  /** Pharmacies and partners, as operators connect them. */
  readonly connections: Connections;
  /** Windows of maintenance, as operators set them. */
  readonly windows: MaintenanceAdministration;
  /** Those of the whole service, as everybody may know them. */
  readonly maintenance: ServiceMaintenance;
}

export function createDirectory({ store, ports, numberChanged }: DirectoryDependencies): Directory {
  const index = createNearestIndex(ports);
  return {
    ...createPatients(store, ports, numberChanged),
    ...createPharmacies(store, index),
    ...createPreferredPharmacies(store, ports),
    administration: createDirectoryAdministration(store, ports, () => index.changed()),
    hookKeys: createHookKeyAdministration(store, ports),
    connections: createConnections(store, ports, () => index.changed()),
    windows: createMaintenanceAdministration(store, ports),
    maintenance: createServiceMaintenance(store),
  };
}

/** Reads a United States address from input and from a row. */
export { type Address, addressOf } from './address.ts';
/** What a FHIR bundle says of a patient. */
export type { ImportedContext, PatientContextInput } from './fhir/import-context.ts';
export type { SkippedResource } from './fhir/read-context.ts';
/** Checks each field of a patient, and what must fit together (W6, S5). */
export type { NewPatient, PatientChanges } from './patient/patient-input.ts';
/** What callers may ask about pharmacies: by id, by name or town, and the nearest ones to a place. */
export type { NamedPharmacies, PharmacyHit } from './pharmacy/pharmacies.ts';

/** The directory's tables as Kysely sees them. */
export type {
  Allergy,
  Benefit,
  Medication,
  OpeningHours,
  PatientRow,
  PharmacyRow,
  Statement,
} from './tables.ts';
