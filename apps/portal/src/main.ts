// The portal's entry: registers the elements and the portal's frame; each page is loaded when somebody goes there.
import '@pestle/elements';
import { askForScopes, configure, draftsShown } from '@pestle/elements/configure';
import { Portal } from './portal.ts';
import { applyLanguage } from './preferences.ts';
import { PortalFrame } from './shell/frame.ts';

// The service itself serves the portal.
configure({ apiUrl: location.origin });
askForScopes('read:application write:application read:audit write:user');
draftsShown.ownApplication = false;
applyLanguage();
customElements.define('pestle-portal-frame', PortalFrame);
customElements.define('pestle-portal', Portal);
