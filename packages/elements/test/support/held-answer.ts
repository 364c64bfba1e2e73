// Keeps an answer of the service from a page until a case lets it through.
import type { Page } from 'playwright-core';

export interface HeldAnswer {
  /** Resolves when the page has asked. */
  readonly asked: Promise<void>;
  /** Lets it through, and resolves when the page has the answer. */
  release(): Promise<void>;
}

/** Holds back the first request to the service whose body has this text in it. */
export async function heldAnswer(page: Page, text: string): Promise<HeldAnswer> {
  const asked = Promise.withResolvers<void>();
  const through = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  let isHeld = false;
  await page.route('**/graphql', async (route) => {
    if (isHeld || route.request().postData()?.includes(text) !== true) return await route.fallback();
    isHeld = true;
    asked.resolve();
    await through.promise;
    const response = page.waitForResponse((one) => one.request() === route.request());
    await route.continue();
    await (await response).finished();
    answered.resolve();
  });
  return {
    asked: asked.promise,
    release: async () => {
      through.resolve();
      await answered.promise;
    },
  };
}
