// Owns the workflow as the portal uses it, in prescribing and in signing what was prepared.
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { areKeysOn } from '../preferences.ts';

export interface WorkflowUse {
  /** Called when something was signed. */
  readonly signed?: () => void;
  /** Its search takes the focus when it can be used: whoever opened the page came to write. */
  readonly focused?: boolean;
}

/** For one patient, made anew for another. */
export function workflow(patientId: string, { signed, focused = false }: WorkflowUse = {}): TemplateResult {
  // Where a screen is touched the focus would bring up its keyboard, over half of what was opened.
  const takesFocus = focused && !matchMedia('(pointer: coarse)').matches;
  return html`<svc-prescribe-workflow ?autofocus=${takesFocus} patient-id=${patientId} enable-order="true" enable-local-pickup="true" enable-delivery-pharmacies="true"
    enable-send-to-patient="true" enable-coverage-check="true" enable-combine-and-duplicate="true" enable-med-history="true"
    enable-med-history-links="true" enable-med-history-refill-button="true" disable-shortcuts=${String(!areKeysOn())}
    @svc-prescribe-success=${signed ?? nothing}></svc-prescribe-workflow>`;
}
