// Owns the workflow as the portal uses it, in prescribing and in signing what was prepared.
import type { TemplateResult } from 'lit';
import { html } from 'lit';
import { areKeysOn } from '../preferences.ts';

/** For one patient, made anew for another. `signed` is called when something was signed. */
export function workflow(patientId: string, signed: () => void = () => undefined): TemplateResult {
  return html`<svc-prescribe-workflow patient-id=${patientId} enable-order="true" enable-local-pickup="true" enable-delivery-pharmacies="true"
    enable-send-to-patient="true" enable-coverage-check="true" enable-combine-and-duplicate="true" enable-med-history="true"
    enable-med-history-links="true" enable-med-history-refill-button="true" disable-shortcuts=${String(!areKeysOn())}
    @svc-prescribe-success=${signed}></svc-prescribe-workflow>`;
}
