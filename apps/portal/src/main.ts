// The portal's entry: registers the elements and the portal's own pages.
import '@pestle/elements';
import { askForScopes, configure } from '@pestle/elements/configure';
import { Portal } from './portal.ts';
import { PrescriptionPage } from './prescription-page.ts';
import { SettingsPage } from './settings-page.ts';

// The service itself serves the portal.
configure({ apiUrl: location.origin });
askForScopes('read:application write:application');
customElements.define('pestle-portal-prescription', PrescriptionPage);
customElements.define('pestle-portal-settings', SettingsPage);
customElements.define('pestle-portal', Portal);
