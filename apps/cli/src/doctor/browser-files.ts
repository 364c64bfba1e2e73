// Doctor's check of what browsers get: the portal and the elements are built, or can be.
import { areElementsBuilt, canBuild } from '@pestle/elements/build';
import { isPortalBuilt } from '@pestle/portal/build';
import { BUILD_REMEDY } from '../browser-files.ts';
import type { Finding } from './finding.ts';
import { note, ok, problem } from './finding.ts';

export interface BrowserFilesState {
  readonly elements: boolean;
  readonly portal: boolean;
  /** Whether this installation has what builds them. */
  readonly canBuild: boolean;
}

export function checkBrowserFiles(state: BrowserFilesState = stateOfInstallation()): Finding {
  const missing = [...(state.elements ? [] : ['the elements']), ...(state.portal ? [] : ['the portal'])];
  if (missing.length === 0) return ok('the elements and the portal are built');
  const what = missing.join(' and ');
  return state.canBuild
    ? note(
        `not built yet: ${what}. The first start builds, which takes some seconds.`,
        'Run: npm run build -- browsers',
      )
    : problem(
        `Not built: ${what}, and this installation has nothing to build with: /elements/ and /portal/ are not served.`,
        `Run: ${BUILD_REMEDY}`,
      );
}

function stateOfInstallation(): BrowserFilesState {
  return { elements: areElementsBuilt(), portal: isPortalBuilt(), canBuild: canBuild() };
}
