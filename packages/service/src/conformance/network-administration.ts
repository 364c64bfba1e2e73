// Everything that operators do with pharmacies and partners: their connections, and the conformance run of one as it is stored (D6).
import type { ScriptSender } from '../delivery/inside.ts';
import type { Connections, Proposal } from '../directory/inside.ts';
import { proposedPharmacy, publishedSchemaPath } from '../directory/inside.ts';
import { Failure } from '../kernel/errors.ts';
import type { NetworkPolicy } from '../kernel/outgoing/network-policy.ts';
import type { Ports } from '../kernel/ports.ts';
import type { Store } from '../store/store.ts';
import { type Preview, previewOf } from './preview.ts';
import type { ConformanceReport } from './report.ts';
import { runStored, type StoredRunRequest } from './stored-run.ts';

export interface NetworkAdministration extends Connections {
  /** Runs all cases against the stored settings, as deliveries would reach them, and puts down what came of it. Throws NOT_FOUND, INVALID_INPUT. */
  checkPharmacy(request: StoredRunRequest): Promise<ConformanceReport>;
  /** The very message that delivery would send for an invented prescription. Throws NOT_FOUND, INVALID_INPUT, REVISION_CONFLICT. */
  previewPharmacy(request: PreviewRequest): Promise<Preview>;
  /** The public address of the JSON Schema of a file of them, which an export names. */
  schemaUrl(): Promise<string>;
}

export interface PreviewRequest extends Proposal {
  /** A CancelRx instead of a NewRx. */
  readonly cancel?: boolean;
}

export interface NetworkAdministrationDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly connections: Connections;
  /** That of deliveries: what they may not reach, no run passes. */
  readonly policy: NetworkPolicy;
  readonly sender: ScriptSender;
  /** The service's public address. */
  readonly baseUrl: string;
}

export function createNetworkAdministration({
  store,
  ports,
  connections,
  policy,
  sender,
  baseUrl,
}: NetworkAdministrationDeps): NetworkAdministration {
  return {
    ...connections,
    checkPharmacy: (request) => runStored({ store, ports, policy, sender }, request),
    previewPharmacy: async ({ cancel, ...request }) =>
      previewOf(await proposedPharmacy(store, ports, request), {
        isCancel: cancel === true,
        ports,
        sender,
      }),
    schemaUrl: async () => new URL(publishedSchemaPath('pharmacies'), baseUrl).href,
  };
}

/** A method of the administration and what it takes, as a command sends it. */
export interface NetworkAct {
  readonly act: keyof NetworkAdministration;
  readonly input?: unknown;
}

const ACTS: readonly string[] = [
  'listPharmacies',
  'showPharmacy',
  'writePharmacy',
  'checkPharmacy',
  'previewPharmacy',
  'schemaUrl',
  'listPartners',
  'showPartner',
  'writePartner',
  'removePartner',
  'applyEntries',
  'exportEntries',
] satisfies readonly (keyof NetworkAdministration)[];

/** Throws INVALID_INPUT for an act that nobody knows, and what the act throws. */
export async function performNetworkAct(network: NetworkAdministration, body: unknown): Promise<unknown> {
  // What a command of another version sends is checked where it is used.
  const { act, input } = (body ?? {}) as Partial<NetworkAct>;
  if (act === undefined || !ACTS.includes(act))
    throw new Failure('INVALID_INPUT', `act: this must be one of ${ACTS.join(', ')}.`);
  const perform = network[act] as (input: unknown) => Promise<unknown>;
  return await perform(input ?? {});
}
