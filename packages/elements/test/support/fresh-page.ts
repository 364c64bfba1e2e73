// A page in a context of its own, on which nobody is signed in.
import { KEEP_ERRORS } from '@pestle/testbed/elements/browsing';
import type { Testbed } from '@pestle/testbed/elements/elements-testbed';
import type { Page } from 'playwright-core';
import { oneTestbed } from './one-testbed.ts';

/** Opens a page in a fresh context; nobody is signed in anywhere. */
export async function openFresh(body: string, options: Parameters<Testbed['open']>[1] = {}): Promise<Page> {
  const testbed = await oneTestbed();
  return await testbed.open(body, {
    signIn: false,
    head: KEEP_ERRORS,
    context: await testbed.context(),
    ...options,
  });
}
