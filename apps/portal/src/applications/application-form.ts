// Owns the form of an application's settings and what it holds, and the snippet that a page takes.
import type { DataOf } from '@pestle/client';
import type { PortalApplications } from '@pestle/client/documents/portal-team';
import { VERSION } from '@pestle/elements/version';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { typedIn } from '../page/change.ts';
import type { ApplicationsText } from '../text/en/applications.ts';

export type Application = DataOf<typeof PortalApplications>['applications'][number];

/** `application` is undefined for one that is made. */
export function settingFields(application: Application | undefined, words: ApplicationsText): TemplateResult {
  const isMachine = application?.kind === 'CONFIDENTIAL';
  return html`<div><label for="name">${words.name}</label><input id="name" name="name" required maxlength="100" .value=${application?.name ?? ''}></div>
    ${
      application === undefined
        ? html`<div><label for="kind">${words.kind}</label><select id="kind" name="kind" aria-describedby="kind-help"><option value="PUBLIC">${words.kinds['PUBLIC']}</option>
            <option value="CONFIDENTIAL">${words.kinds['CONFIDENTIAL']}</option></select>
            <p class="small muted" id="kind-help">${words.kindsAbout['PUBLIC']}.<br>${words.kindsAbout['CONFIDENTIAL']}.</p></div>`
        : nothing
    }
    ${
      isMachine
        ? nothing
        : html`<div><label for="callbacks">${words.callbacks}</label>
            <textarea id="callbacks" name="callbackUrls" spellcheck="false" aria-describedby="callbacks-help" .value=${application?.callbackUrls.join('\n') ?? ''}></textarea>
            <p class="small muted" id="callbacks-help">${words.callbacksAbout}</p></div>
          <div><label for="origins">${words.origins}</label>
            <textarea id="origins" name="origins" spellcheck="false" aria-describedby="origins-help" .value=${application?.origins.join('\n') ?? ''}></textarea>
            <p class="small muted" id="origins-help">${words.originsAbout}</p></div>`
    }
    ${
      application === undefined
        ? nothing
        : html`<label class="check"><input type="checkbox" name="active" .checked=${application.active}>${words.isActive}</label>`
    }`;
}

export function settingsIn(form: FormData): {
  readonly name: string;
  readonly callbackUrls: string[];
  readonly origins: string[];
} {
  const lines = (name: string): string[] => typedIn(form, name).split(/\s+/).filter(Boolean);
  return { name: typedIn(form, 'name'), callbackUrls: lines('callbackUrls'), origins: lines('origins') };
}

/** As it can be pasted; text only. */
export function snippet(
  { id, organizationId }: Application,
  apiUrl: string,
  words: ApplicationsText,
): TemplateResult {
  const text = `<script type="module" src="${apiUrl}/elements/${VERSION}/pestle.js"></script>

<svc-client id="${id}" org="${organizationId}">
  <svc-prescribe-workflow patient-id="${words.patient}" enable-order="true"></svc-prescribe-workflow>
</svc-client>`;
  return html`<h2>${words.paste}</h2><pre tabindex="0" aria-label=${words.snippet}>${text}</pre>`;
}
