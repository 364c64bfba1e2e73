// A page of others with a workflow in it, of which everything that it complains about is collected.
import { patients } from '@pestle/sandbox/seed';
import { KEEP_ERRORS } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Page } from 'playwright-core';
import { oneTestbed } from './one-testbed.ts';

export const patientId = patients[0]?.externalId ?? '';
export const workflow = (extra = ''): string =>
  `<svc-prescribe-workflow patient-id="${patientId}" enable-order ${extra}></svc-prescribe-workflow>`;
/** The search field of the workflow is there: the form can be used. */
export const usable = (page: Page): Promise<void> => page.getByRole('combobox').first().waitFor();

/** A failure that the page can tell from one of the network. */
export const anyOrigin = ({ host }: Testbed): Record<string, string> => ({
  'access-control-allow-origin': host.origin,
});

/** A page in a context of its own, signed in; everything that it complains about is collected. */
export async function openClean(
  body: string,
  options: Parameters<Testbed['open']>[1] = {},
): Promise<{ page: Page; complaints: string[] }> {
  const testbed = await oneTestbed();
  const from = testbed.complaints.length;
  const page = await testbed.open(body, { head: KEEP_ERRORS, ...options });
  await usable(page);
  return { page, complaints: testbed.complaints.slice(from) };
}
