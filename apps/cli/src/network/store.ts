// Finds the pharmacies and partners that an operator's command means: in the store, or in the service that holds it.
import type { EnvironmentVariables } from '@pestle/service/config';
import type { ConformanceReport, NetworkAct, NetworkAdministration } from '@pestle/service/conformance';
import { Failure, systemPorts } from '@pestle/service/kernel';
import type { Store } from '@pestle/service/store';
import { askService } from '../ask-service.ts';
import { configured, storeWithKeys } from '../configured.ts';
import { COMMAND_LIMITS } from '../limits.ts';
import { administer } from '../open-store.ts';
import type { JsonOption } from '../options.ts';
import { CommandError } from '../output.ts';

export interface NetworkOptions extends JsonOption {
  readonly data?: string;
}

/** Works on the network; refusals become sentences, each field with its place. */
export function withNetwork<T>(
  env: EnvironmentVariables,
  options: NetworkOptions,
  work: (network: NetworkAdministration) => Promise<T>,
): Promise<T> {
  return administer(
    env,
    options,
    { inStore: (store) => administrationOf(env, store), throughService, refused: refusalOf },
    work,
  );
}

/** What was refused, as a command ends with it. */
export function refusalOf({ code, message, detail }: Failure): CommandError {
  const { fields = [] } = detail;
  return new CommandError(message, {
    lines: fields.length > 1 ? fields.map((field) => `${field.path}: ${field.message}`) : [],
    facts: { refusal: code, fields },
  });
}

async function administrationOf(env: EnvironmentVariables, opened: Store): Promise<NetworkAdministration> {
  // The whole service: most commands ask one that runs, and need none of it.
  const [{ networkAdministrationOf }, { createConnections }] = await Promise.all([
    import('@pestle/service'),
    import('@pestle/service/directory'),
  ]);
  const config = configured(env);
  const store = await storeWithKeys(opened, config);
  const connections = createConnections(store, systemPorts);
  return networkAdministrationOf(config, { store, ports: systemPorts, connections });
}

function throughService(directory: string): NetworkAdministration {
  const ask =
    <Output>(act: NetworkAct['act'], timeoutMs?: number) =>
    async (input: unknown): Promise<Output> =>
      (await askService(directory, '/network', { act, input }, timeoutMs)) as Output;
  return {
    listPharmacies: ask('listPharmacies'),
    showPharmacy: ask('showPharmacy'),
    writePharmacy: ask('writePharmacy'),
    // Both cases of reports may wait.
    checkPharmacy: (request) =>
      ask<ConformanceReport>(
        'checkPharmacy',
        COMMAND_LIMITS.conformanceRunTimeoutMs + 2_000 * (request.waitSeconds ?? 0),
      )(request),
    previewPharmacy: ask('previewPharmacy'),
    schemaUrl: async () => await ask<string>('schemaUrl')({}),
    listPartners: ask('listPartners'),
    showPartner: ask('showPartner'),
    writePartner: ask('writePartner'),
    removePartner: ask('removePartner'),
    applyEntries: ask('applyEntries', COMMAND_LIMITS.fileBatchTimeoutMs),
    exportEntries: ask('exportEntries'),
  };
}
