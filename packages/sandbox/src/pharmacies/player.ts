// What an endpoint needs to know of the simulated pharmacy behind it, whether magic or added while the peers run.
import { PUBLIC_PHARMACY_KEY } from '../credentials.ts';
import type {
  AddedPharmacy,
  BehaviourName,
  EndpointAuth,
  FaxLine,
  HookCredential,
  RoutineName,
  ScriptForm,
  ScriptVersion,
  SimulatedPharmacy,
} from './types.ts';

/** One pharmacy as its endpoint sees itself. */
export type Player = {
  readonly pharmacyId: string;
  readonly name: string;
  readonly ncpdpId: string;
  readonly fax: string | null;
  readonly wants: EndpointAuth;
  readonly version: ScriptVersion;
  readonly form: ScriptForm;
  /** What it expects in a CancelRx. */
  readonly cancelContent: 'reduced' | 'full';
  readonly behaviour: BehaviourName;
  readonly duplicates: SimulatedPharmacy['duplicates'];
  readonly cancels: SimulatedPharmacy['cancels'];
  readonly faxLine: FaxLine;
  readonly routine: RoutineName | null;
  readonly hookCredential: HookCredential | null;
};

/** A magic pharmacy as a player. */
export function playerOf(pharmacy: SimulatedPharmacy): Player {
  return {
    pharmacyId: pharmacy.id,
    name: pharmacy.name,
    ncpdpId: pharmacy.ncpdpId,
    fax: pharmacy.fax,
    wants: pharmacy.wants ?? pharmacy.integration?.endpoint.auth ?? { kind: 'none' },
    version: pharmacy.integration?.script?.version ?? '2017071',
    form: pharmacy.integration?.script?.form ?? 'xml',
    cancelContent: pharmacy.integration?.script?.cancel ?? 'reduced',
    behaviour: pharmacy.behaviour,
    duplicates: pharmacy.duplicates,
    cancels: pharmacy.cancels,
    faxLine: pharmacy.faxLine,
    routine: pharmacy.routine ?? null,
    hookCredential: pharmacy.hookCredential,
  };
}

/** A pharmacy of a public list as a player: it accepts, and all of them share one key. */
export function playerOfAdded(pharmacy: AddedPharmacy): Player {
  return {
    pharmacyId: pharmacy.pharmacyId,
    name: `Pharmacy ${pharmacy.ncpdpId}`,
    ncpdpId: pharmacy.ncpdpId,
    fax: null,
    wants: { kind: 'bearer', token: PUBLIC_PHARMACY_KEY },
    version: pharmacy.version,
    form: pharmacy.form,
    cancelContent: 'reduced',
    behaviour: 'accepts',
    duplicates: 'error-220',
    cancels: 'approves',
    faxLine: 'delivers',
    routine: null,
    hookCredential: pharmacy.hookCredential ?? null,
  };
}
