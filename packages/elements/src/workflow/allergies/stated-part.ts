// Owns what is stated about a patient: allergies and other medicines, in the banner, beside a medicine, and as panels that write them down.
import { html } from 'lit/html.js';
import type { PatientRecord } from '../../records.ts';
import type { Part, WorkflowHost } from '../part.ts';
import { AllergiesPart } from './allergies-part.ts';
import { MedicinesPart } from './medicines-part.ts';

export class StatedPart implements Part {
  readonly #allergies: AllergiesPart;
  readonly #medicines: MedicinesPart;

  constructor(host: WorkflowHost) {
    this.#allergies = new AllergiesPart(host);
    this.#medicines = new MedicinesPart(host);
  }

  allergiesInBanner(record: PatientRecord): unknown {
    return this.#allergies.inBanner(record);
  }

  medicinesInBanner(record: PatientRecord): unknown {
    return this.#medicines.inBanner(record);
  }

  besideMedicine(): unknown {
    return this.#allergies.besideMedicine();
  }

  render(): unknown {
    return html`${this.#allergies.render()}${this.#medicines.render()}`;
  }

  dispose(): void {
    this.#allergies.dispose();
    this.#medicines.dispose();
  }
}
