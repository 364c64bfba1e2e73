// Lets a page's requests go through, with something else told in their answers.
import type { Page, Route } from 'playwright-core';

/** What is asked at these addresses is answered by whoever is there; `change` may put something else into the answer's JSON. */
export async function retellAnswers(
  page: Page,
  addresses: string,
  change: (json: unknown) => void,
): Promise<void> {
  await page.route(addresses, (route) => retellAnswer(route, change));
}

/** Of a page that is closed meanwhile, or a service that is gone, nothing is told: the request ends as it would have without this. */
export async function retellAnswer(route: Route, change: (json: unknown) => void): Promise<void> {
  const answer = await route
    .fetch()
    .then(async (response) => ({ response, json: (await response.json()) as unknown }))
    .catch(() => undefined);
  if (answer === undefined) return await route.abort().catch(() => undefined);
  change(answer.json);
  await route.fulfill(answer).catch(() => undefined);
}
