// A slow machine on a slow line, in a browser.
import type { CDPSession } from 'playwright-core';

/** The machine and the line of a practice on a bad day. */
const CPU_TIMES_SLOWER = 4;
const BITS_PER_SECOND = 1_600_000;
const LATENCY_MS = 150;

/** The machine and the line of a practice on a bad day; nothing is in the cache. */
export async function slowDown(cdp: CDPSession): Promise<void> {
  // Emptied, and not switched off: what a page loads once it finds again, as everywhere.
  await cdp.send('Network.clearBrowserCache');
  // Every server of the bench is on this machine, without TLS: what is asked of anybody else does not arrive.
  await cdp.send('Network.setBlockedURLs', { urls: ['https://*', 'wss://*'] });
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BITS_PER_SECOND / 8,
    uploadThroughput: BITS_PER_SECOND / 8,
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: CPU_TIMES_SLOWER });
}
