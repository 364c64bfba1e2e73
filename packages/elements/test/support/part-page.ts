// The page with one part of the workflow, or with another element, on which the cases of parts work.
import { asPerson, newPatient } from '@pestle/testbed/elements/records';
import type { Locator, Page } from 'playwright-core';
import { oneTestbed, sharedContext } from './one-testbed.ts';

type Shown = {
  readonly scheme?: 'light' | 'dark';
  readonly width?: number;
  readonly patientId?: string | null;
};

/** A page with the workflow of a new patient, of the one that is named, or, for null, of none. */
export async function open(attributes: string, shown: Shown = {}): Promise<Page> {
  const patientId =
    shown.patientId === undefined ? await newPatient(asPerson(await oneTestbed())) : shown.patientId;
  const patient = patientId === null ? '' : `patient-id="${patientId}"`;
  return await openTag(`<svc-prescribe-workflow ${patient} ${attributes}></svc-prescribe-workflow>`, shown);
}

/** A page with what stands inside of `svc-client`. */
export async function openTag(tag: string, { scheme = 'light', width = 1024 }: Shown = {}): Promise<Page> {
  const testbed = await oneTestbed();
  return await testbed.open(`<main><h1>Clinic</h1>${testbed.client(tag)}</main>`, {
    context: await sharedContext(),
    head: '<style>body{margin:0}</style>',
    scheme,
    width,
  });
}

type Found = { readonly id: string; readonly name: string };

/** Some pharmacies, the nearest to Boston first where people go there. */
export async function pharmacies(kind: 'LOCAL_PICKUP' | 'MAIL_ORDER'): Promise<readonly Found[]> {
  const ask = asPerson(await oneTestbed());
  const { pharmacies: found } = await ask<{ pharmacies: { nodes: { pharmacy: Found }[] } }>(
    'query($kinds: [PharmacyKind!], $near: PlaceInput) { pharmacies(kinds: $kinds, first: 5, near: $near) { nodes { pharmacy { id name } } } }',
    { kinds: [kind], near: kind === 'LOCAL_PICKUP' ? { postalCode: '02108' } : null },
  );
  return found.nodes.map(({ pharmacy }) => pharmacy);
}

/** Whether it has the focus within its own root. */
export const hasFocus = (found: Locator): Promise<boolean> =>
  found.evaluate((element) => (element.getRootNode() as ShadowRoot).activeElement === element);
