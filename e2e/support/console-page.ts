// A page of the operators' console in a browser, with its operator signed in.
import type { RunningBrowser } from '@pestle/testbed/browser/browser';
import { openWatchedPage } from '@pestle/testbed/browser/browser';
import type { ConsoleTestbed } from '@pestle/testbed/console/console-testbed';

/** The page, not yet on any section, and what it will have complained of. */
export async function openConsolePage(
  { browser }: RunningBrowser,
  operators: ConsoleTestbed,
): ReturnType<typeof openWatchedPage> {
  const signedIn = operators.console();
  await operators.signIn(signedIn, operators.operator);
  const opened = await openWatchedPage(browser, `${operators.consoleUrl}/signed-out`);
  await opened.page
    .context()
    .addCookies(signedIn.cookies.map(({ name, value }) => ({ name, value, url: operators.consoleUrl })));
  opened.complaints.length = 0;
  return opened;
}
