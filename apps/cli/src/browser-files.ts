// What the service serves to browsers besides its own pages: the elements and the prescriber portal, built when that is still to be done.
import { servedElements } from '@pestle/elements/build';
import { VERSION } from '@pestle/elements/version';
import { servedPortal } from '@pestle/portal/build';
import type { ServiceOptions } from '@pestle/service';
import { elementFiles, portalFiles } from '@pestle/service/http';
import { findPortalApplication } from '@pestle/service/identity';
import type { Store } from '@pestle/service/store';

export interface BrowserBuild {
  /** The folder with the elements. */
  readonly elements: string;
  readonly portal: string;
}

/** Brings back what builds, builds, and leaves out again what only building needs: as docs/guides/running.md installs. */
export const BUILD_REMEDY = 'npm ci && npm run build -- browsers && npm prune --omit=dev';

/** Where an organization's portal signs people in and comes back to. */
export function portalCallback(baseUrl: string): string {
  return `${baseUrl}/portal/`;
}

/** Takes some seconds when the sources have changed; rejects where neither a build nor the tools for one are there. */
export async function browserBuild(): Promise<BrowserBuild> {
  const elements = await servedElements();
  return { elements, portal: await servedPortal() };
}

/** The routes. `store` is asked at each request: the service opens it after its routes are known. */
export function browserFiles(
  build: BrowserBuild,
  {
    baseUrl,
    released,
    store,
  }: {
    readonly baseUrl: string;
    /** Whether the elements of this version can never change again. */
    readonly released: boolean;
    readonly store: () => Store | undefined;
  },
): NonNullable<ServiceOptions['extensions']> {
  return [
    elementFiles({ directory: build.elements, version: VERSION, released }),
    portalFiles({
      directory: build.portal,
      practiceOf: async (organizationId) => {
        const opened = store();
        if (opened === undefined) return null;
        return await findPortalApplication(opened, portalCallback(baseUrl), organizationId);
      },
    }),
  ];
}
