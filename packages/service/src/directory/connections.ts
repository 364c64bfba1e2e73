// What operators do with pharmacies and partners of the network: look, connect, change, take away. Every write may be repeated.
import type { Ports } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';
import type { ChangeRequest, Written } from './connections/act.ts';
import type {
  ListedPartner,
  ListedPharmacy,
  PharmacyListQuery,
  ShownPartner,
  ShownPharmacy,
} from './connections/read.ts';
import { listPartners, listPharmacies, showPartner, showPharmacy } from './connections/read.ts';
import { type RemoveRequest, removePartner, writePartner } from './connections/write-partner.ts';
import { type AlsoWritten, writePharmacy } from './connections/write-pharmacy.ts';
import { applyEntries, type EntriesRequest, type EntryOutcome } from './network-file/apply-entries.ts';
import { type ExportedEntry, type ExportQuery, exportEntries } from './network-file/export-entries.ts';

/** Each takes one object, so that a command can send it to a service. No answer holds a secret. */
export interface Connections {
  /** A page in the order of names. */
  listPharmacies(query: PharmacyListQuery): Promise<readonly ListedPharmacy[]>;
  /** Throws NOT_FOUND. */
  showPharmacy(query: { readonly id: string }): Promise<ShownPharmacy>;
  /** Throws INVALID_INPUT with a problem for each field, NOT_FOUND, REVISION_CONFLICT, and what `also` throws, in whose transaction it is. */
  writePharmacy(request: ChangeRequest, also?: AlsoWritten): Promise<Written>;
  listPartners(query: { readonly after?: string | undefined }): Promise<readonly ListedPartner[]>;
  /** Throws NOT_FOUND. */
  showPartner(query: { readonly id: string }): Promise<ShownPartner>;
  /** Throws INVALID_INPUT, NOT_FOUND, REVISION_CONFLICT. */
  writePartner(request: ChangeRequest): Promise<Written>;
  /** Some entries of a file, each with what became of it: see `applyFile`. */
  applyEntries(request: EntriesRequest): Promise<readonly EntryOutcome[]>;
  /** A page of a file: see `exportFile`. */
  exportEntries(query: ExportQuery): Promise<readonly ExportedEntry[]>;
  /** Throws NOT_FOUND, REVISION_CONFLICT, and INVALID_INPUT while pharmacies are reached through it. */
  removePartner(request: RemoveRequest): Promise<Written>;
}

/** `pharmaciesChanged` is called after each write of a pharmacy. */
export function createConnections(
  store: Store,
  ports: Ports,
  pharmaciesChanged: () => void = () => undefined,
): Connections {
  return {
    listPharmacies: (query) => listPharmacies(store, query),
    showPharmacy: ({ id }) => showPharmacy(store, id),
    writePharmacy: async (request, also) => {
      const written = await writePharmacy(store, ports, request, also);
      pharmaciesChanged();
      return written;
    },
    listPartners: ({ after }) => listPartners(store, after),
    showPartner: ({ id }) => showPartner(store, id),
    writePartner: (request) => writePartner(store, ports, request),
    applyEntries: async (request) => {
      try {
        return await applyEntries(store, ports, request);
      } finally {
        pharmaciesChanged();
      }
    },
    exportEntries: (query) => exportEntries(store, query),
    removePartner: (request) => removePartner(store, ports, request),
  };
}
