// The console's sections of pharmacies and partners on a store with the sandbox's pharmacies, in a browser, and the steps of a person there.
import assert from 'node:assert/strict';
import {
  createCheckRuns,
  createNetworkAdministration,
  type NetworkAdministration,
} from '@pestle/service/conformance';
import {
  correctionSection,
  maintenanceSection,
  networkFileSection,
  partnerSection,
  pharmacySection,
} from '@pestle/service/console';
import {
  createDirectory,
  type HookKeyAdministration,
  type MaintenanceAdministration,
  recordBegunRun,
  subjectOfCheck,
} from '@pestle/service/directory';
import { systemPorts } from '@pestle/service/kernel';
import { assertAccessibleInEveryLook, LOOKS, launchBrowser } from '@pestle/testbed/browser/browser';
import type { ConsoleTestbed } from '@pestle/testbed/console/console-testbed';
import { openConsoleTestbed } from '@pestle/testbed/console/console-testbed';
import { SCRIPT_SENDER } from '@pestle/testbed/delivery/open-delivery';
import { MAGIC_PARTNERS, MAGIC_PHARMACIES, recordOf } from '@pestle/testbed/network/pharmacies';
import { openTestStore } from '@pestle/testbed/stores/test-store';
import { deskAdministration } from '@pestle/testbed/tracking/pharmacy-desk-administration';
import type { Page } from 'playwright-core';
import { openConsolePage } from './console-page.ts';

export const XML_2017071 = 'phr_0ACCEPTS020170710XM1000000';
export const OWN_API = 'phr_0PR0PR1ETARY0AP10000000000';
export const FAX_ONLY = 'phr_0FAX00N1Y00000000000000000';
/** Wide light and narrow dark. */
const TWO_LOOKS = [LOOKS[0], LOOKS[2]];

export interface NetworkConsole {
  readonly network: NetworkAdministration;
  readonly hookKeys: HookKeyAdministration;
  readonly windows: MaintenanceAdministration;
  readonly operators: ConsoleTestbed;
  readonly page: Page;
  /** What the browser complained of. */
  readonly complaints: string[];
  /** As a node puts down that it begins a conformance run, which must end until then. */
  beginElsewhere(id: string, until: string): Promise<void>;
  close(): Promise<void>;
}

export async function openNetworkConsole(): Promise<NetworkConsole> {
  const running = await launchBrowser();
  const store = await openTestStore();
  const ports = systemPorts;
  const { administration, connections, hookKeys, windows } = createDirectory({ store, ports });
  for (const { id, name, endpoint } of MAGIC_PARTNERS)
    await administration.upsertPartner({ id: id as `ptn_${string}`, name, endpoint });
  for (const pharmacy of MAGIC_PHARMACIES) await administration.upsertPharmacy(recordOf(pharmacy));
  const network = createNetworkAdministration({
    store,
    ports,
    connections,
    policy: { loopbackOnly: true },
    sender: SCRIPT_SENDER,
    baseUrl: 'https://pestle.example',
  });
  const deps = {
    network,
    checks: createCheckRuns(network, ports),
    hookKeys,
    ports,
    pharmacyDesk: deskAdministration(store, ports, connections),
  };
  const operators = await openConsoleTestbed({
    store,
    sections: () => [
      pharmacySection(deps),
      partnerSection(deps),
      correctionSection(deps),
      networkFileSection(deps),
      maintenanceSection(windows),
    ],
  });
  const { page, complaints } = await openConsolePage(running, operators);
  const close = async (): Promise<void> => {
    await running.close();
    await operators.close();
    await store.close();
    assert.deepEqual(operators.errors, []);
  };
  const beginElsewhere = async (id: string, until: string): Promise<void> => {
    const subject = await subjectOfCheck(store, { id, by: 'Otto' });
    const startedAt = new Date().toISOString();
    await recordBegunRun(store, ports, subject, { by: 'Otto', startedAt, until });
  };
  return { network, hookKeys, windows, operators, page, complaints, beginElsewhere, close };
}

/** What a person does and sees there, by keyboard. The stage is opened before the first step. */
export function stepsOf(stage: () => NetworkConsole) {
  return {
    go: (path: string) => stage().page.goto(`${stage().operators.consoleUrl}${path}`),
    look: (label: string) => assertAccessibleInEveryLook(stage().page, label, TWO_LOOKS),
    press: (name: string | RegExp) => stage().page.getByRole('button', { name }).press('Enter'),
    follow: (name: string | RegExp) => stage().page.getByRole('link', { name }).first().press('Enter'),
    says: (text: string | RegExp) => stage().page.getByText(text).first().waitFor(),
    fill: (label: string, value: string) => stage().page.getByLabel(label, { exact: true }).fill(value),
    stored: async (id: string) => (await stage().network.showPharmacy({ id })).pharmacy,
  };
}
