// The one script of the sign-in pages: asks the browser for a passkey and puts its answer into the form.
import { fixedFile } from '../../kernel/web/pages/fixed-file.ts';

/** Runs in the browser as it stands here; everything else on the pages works without it. */
export const PASSKEY_SCRIPT = fixedFile(
  '/sign-in/passkey',
  'js',
  `
for (const part of document.querySelectorAll('[data-passkey]')) {
  const readOptions = part.dataset.passkey === 'get'
    ? globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON
    : globalThis.PublicKeyCredential?.parseCreationOptionsFromJSON;
  if (readOptions === undefined) continue;
  const form = part.querySelector('form');
  const status = part.querySelector('[role=status]');
  const options = JSON.parse(part.dataset.options);
  part.hidden = false;
  form.addEventListener('submit', async (event) => {
    if (form.elements.response.value !== '') return;
    event.preventDefault();
    status.textContent = '';
    try {
      const publicKey = readOptions.call(PublicKeyCredential, options);
      const credential = await navigator.credentials[part.dataset.passkey]({ publicKey });
      form.elements.response.value = JSON.stringify(credential.toJSON());
      form.submit();
    } catch {
      status.textContent = part.dataset.failed;
    }
  });
}
`,
);
