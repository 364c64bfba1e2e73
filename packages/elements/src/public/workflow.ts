// The public element `svc-prescribe-workflow`.
import type { Session } from '@pestle/client';
import { WORKFLOW_ATTRIBUTES } from '../attributes/workflow-attributes.ts';
import { draftsShown } from '../configure.ts';
import { NestedShell } from '../shells/nested-shell.ts';
import type { BodyModule } from '../shells/shell-body.ts';
import type {
  Address,
  BeforeSubmit,
  DiagnosisCode,
  DisabledTreatment,
  DisabledTreatments,
  InitialPrescription,
  KnownAllergy,
  KnownMedication,
  PrescriptionOverride,
  Supervisor,
  TemplateOverride,
} from '../shells/values.ts';

/**
 * Writes, reviews and signs prescriptions, and sends them as an order. It must be inside `svc-client`.
 *
 * An `order`, a `draft` and a `prescription` in an event are the API's records `Order`, `Draft` and `Prescription`, with the fields that the
 * element asks for; of the patient they hold ids and nothing else.
 *
 * @tagname svc-prescribe-workflow
 * @fires {CustomEvent<{prescriptions: object[]}>} svc-prescriptions-created - The prescriptions were signed. Only after success.
 * @fires {CustomEvent<{order: object}>} svc-order-created - With `enable-order`: order and prescriptions were created; before `svc-prescriptions-created`.
 * @fires {CustomEvent<{errors: PlainError[]}>} svc-prescriptions-error - The prescriptions could not be created.
 * @fires {CustomEvent<{errors: PlainError[]}>} svc-order-error - The order could not be created.
 * @fires {CustomEvent<{draft: object}>} svc-draft-prescription-created - A draft was added to 'Pending Order'.
 * @fires {CustomEvent<{prescription: object}>} svc-draft-prescription-deleted - A draft was removed; not when it was edited.
 * @fires {CustomEvent<{orderId: string, order: object}>} svc-order-combined - With `enable-combine-and-duplicate`, in place of `svc-order-created`: the prescriptions joined an order that had not left; before `svc-prescriptions-created`.
 * @fires {CustomEvent<{patientId: string, drafts: CheckedDraft[], checkedAt: string}>} svc-coverage-checked - With `enable-coverage-check`: what the patient's plan says of the drafts, each time that it was asked.
 * @fires {CustomEvent<{prescriptions: object[], order?: object}>} svc-prescribe-success - Once, last, after a submit that succeeded.
 * @fires {CustomEvent<{errors: PlainError[]}>} svc-error - Something is set wrongly, or the service cannot be reached; the element stays usable.
 * @fires {CustomEvent<{}>} svc-ready - The element can be used.
 * @csspart history - The medication history.
 * @csspart medication - A medication line, wherever one is shown.
 * @csspart prescription - One prescription of the medication history.
 * @csspart chip - A state in a word, with its icon.
 * @csspart note - A hint, a warning or an error.
 * @csspart acts - The buttons of what can be done with a prescription or an order after sending.
 * @csspart act - What stands in place of them while one is confirmed and done.
 * @csspart actions - The bar with 'Save Prescriptions' or 'Send Order'.
 * @csspart add - The button that adds what the form holds.
 * @csspart allergies - What is recorded of a patient's allergies, and how it is recorded.
 * @csspart attestation - What a prescriber agrees to before the first signature.
 * @csspart banner - Who this is for.
 * @csspart combine - The offer to add to an order that has not left.
 * @csspart confirm - The button that signs.
 * @csspart draft - One prescription in 'Pending Order'.
 * @csspart field - A label, its input and what is said about it.
 * @csspart form - The form for one prescription.
 * @csspart input - An input of any kind.
 * @csspart option - One entry of a list that opens.
 * @csspart order - One order in the recent orders.
 * @csspart order-sheet - The order as a sheet, where everything is one column.
 * @csspart patient-form - The form that creates or edits a patient.
 * @csspart patient-picker - The search for a patient.
 * @csspart pending-order - 'Pending Order'.
 * @csspart pharmacy - The choice of a pharmacy.
 * @csspart popup - A list that opens.
 * @csspart recent-orders - The recent orders of the patient.
 * @csspart result - What became of what was sent.
 * @csspart review - The review before the signature.
 * @csspart saved - What was signed and saved and is on no order yet.
 * @csspart screening - What speaks against the medicine that is being written.
 * @csspart status-line - How far an order has come, stop by stop.
 * @csspart submit - 'Save Prescriptions' or 'Send Order'.
 * @csspart summary - What is missing before anything can be signed.
 * @csspart tab - One tab of the choice of a pharmacy.
 * @csspart tabs - The tabs of the choice of a pharmacy.
 * @csspart undo - What was just deleted, and can be brought back.
 * @csspart writing - What is written by hand because no drug file holds it.
 */
export class PrescribeWorkflowElement extends NestedShell {
  static override readonly attributes: readonly string[] = [...WORKFLOW_ATTRIBUTES, 'theme'];

  /** The patient: service id or external id. Without it, the patient is searched and chosen in the element. @attr patient-id */
  declare patientId: string | null;
  /** Templates to begin with: ids with commas between them, or a JSON array. @attr template-ids */
  declare templateIds: string | readonly string[] | null;
  /** Values in place of a template's, by its id, wherever it is picked: `template-ids` or the search. JSON. @attr template-overrides */
  declare templateOverrides: Readonly<Record<string, TemplateOverride>> | string | null;
  /** Prescriptions to copy into new drafts; the originals stay as they are. @attr prescription-ids */
  declare prescriptionIds: string | readonly string[] | null;
  /** Values in place of a copied prescription's, by its id, wherever it is copied: `prescription-ids`, the search or the refill button. JSON. @attr prescription-overrides */
  declare prescriptionOverrides: Readonly<Record<string, PrescriptionOverride>> | string | null;
  /** What must not be prescribed here: `[{treatmentIds, reason}]`, `[{id, reason}]` or ids with commas. An id is a treatment's (`trt_…`) or a medication's, by the RxCUI of its ingredient or drug (`rxcui:29046`). What cannot be read, and an id that is not known, blocks prescribing. @attr disable-list */
  declare disableList: readonly DisabledTreatments[] | readonly DisabledTreatment[] | string | null;
  /** `false`: only the organization's catalog and templates are searched. Default `true`. @attr allow-off-catalog-search */
  declare allowOffCatalogSearch: boolean | string | null;
  /** Prescriptions to begin with. JSON array; a wrong entry fails alone. @attr initial-prescriptions */
  declare initialPrescriptions: readonly InitialPrescription[] | string | null;
  /** Appended to the pharmacy note of every draft, also of those that are there; a changed text takes the place of the former where it still stands word for word. What a person wrote stays. @attr additional-notes */
  declare additionalNotes: string | null;
  /** Creates an order with the prescriptions. Default `false`. @attr enable-order */
  declare enableOrder: boolean | string | null;
  /** Adds the tab 'Send to Patient'. Default `false`. @attr enable-send-to-patient */
  declare enableSendToPatient: boolean | string | null;
  /** Adds the tab 'Local Pickup'. Default `false`. @attr enable-local-pickup */
  declare enableLocalPickup: boolean | string | null;
  /** Adds the tab 'Mail Order'. Default `false`. @attr enable-delivery-pharmacies */
  declare enableDeliveryPharmacies: boolean | string | null;
  /** Adds the tab 'Mail Order' with these pharmacies only. Ids of others are skipped, with a warning. @attr mail-order-ids */
  declare mailOrderIds: string | readonly string[] | null;
  /** The preselected pharmacy; fixed when no tab is enabled. One that does not exist fires `svc-error`. @attr pharmacy-id */
  declare pharmacyId: string | null;
  /** Every draft says what the patient's plan covers and what the patient pays, with what else the plan lists. Nothing waits for it. Default `false`. @attr enable-coverage-check */
  declare enableCoverageCheck: boolean | string | null;
  /** A card of the patient's recent orders, and the offer to add to one that has not left. A likely duplicate is asked about without it, too. Default `false`. @attr enable-combine-and-duplicate */
  declare enableCombineAndDuplicate: boolean | string | null;
  /** Personal templates cannot be saved. Default `false`. @attr hide-templates */
  declare hideTemplates: boolean | string | null;
  /** No patient card; the review still names the patient. Default `false`. @attr hide-patient-card */
  declare hidePatientCard: boolean | string | null;
  /** No 'Save Prescriptions' or 'Send Order' button: the page calls `submit()`. Default `false`. @attr hide-submit */
  declare hideSubmit: boolean | string | null;
  /** The patient's address for this order and its messages. JSON. @attr address */
  declare address: Address | string | null;
  /** Your own id of the order. @attr external-order-id */
  declare externalOrderId: string | null;
  /** A card of the patient's recent prescriptions. Default `false`. @attr enable-med-history */
  declare enableMedHistory: boolean | string | null;
  /** A link to the portal in every row of it. Default `false`. @attr enable-med-history-links */
  declare enableMedHistoryLinks: boolean | string | null;
  /** A button in every row of it that adds the prescription to the order. Default `false`. @attr enable-med-history-refill-button */
  declare enableMedHistoryRefillButton: boolean | string | null;
  /** The patient's weight, for the dose calculator, and for the note where the dose used it or the patient is under 18. Not used without `weight-unit`. @attr weight */
  declare weight: number | string | null;
  /** `lbs` or `kg`. There is no default: 70 read as pounds halves a dose. @attr weight-unit */
  declare weightUnit: 'lbs' | 'kg' | null;
  /** Patients can be created, edited and prepared for without an address. What is signed needs one: the patient's, or `address`. Default `false`. @attr optional-patient-address */
  declare optionalPatientAddress: boolean | string | null;
  /** The catalog to search; else the organization's first. @attr catalog-id */
  declare catalogId: string | null;
  /** Diagnoses that go with every prescription: two at most, each with its description. JSON array. @attr diagnosis-codes */
  declare diagnosisCodes: readonly DiagnosisCode[] | string | null;
  /** The supervising prescriber. JSON. @attr supervisor */
  declare supervisor: Supervisor | string | null;
  /** What the patient does not tolerate, as the page knows it: shown beside the record, and recorded by the person's own press, without which nothing can be reviewed. JSON array. @attr allergies */
  declare allergies: readonly KnownAllergy[] | string | null;
  /** What the patient takes, as the page knows it: shown, and recorded likewise. JSON array. @attr medications */
  declare medications: readonly KnownMedication[] | string | null;
  /** Set to `true`, opens the review, as `submit()` does. @attr trigger-submit */
  declare triggerSubmit: boolean | string | null;
  /** Turns the element's shortcuts off: `/` for the search, Control and Enter for adding, with Shift for the review. Default `false`. @attr disable-shortcuts */
  declare disableShortcuts: boolean | string | null;
  /** `light` or `dark`; else what the reader's system prefers. @attr theme */
  declare theme: 'light' | 'dark' | null;
  /** The page's own check before anything is signed. */
  declare beforeSubmit: BeforeSubmit | null | undefined;

  /**
   * Opens the review. True when there is something to sign, false when something is missing, which the element then names. Nothing is signed
   * without the prescriber's own gesture.
   */
  async submit(): Promise<boolean> {
    return (await this.call('submit')) === true;
  }

  /**
   * Adds a draft to 'Pending Order', and answers the API's `Draft`. Rejects with an error whose `code` and `message` say what is wrong with it,
   * or why it cannot be prescribed.
   */
  async addDraft(prescription: InitialPrescription): Promise<object> {
    return (await this.call('addDraft', prescription)) as object;
  }

  /** Empties the form, and closes review and result. Drafts stay. */
  async reset(): Promise<void> {
    await this.call('reset');
  }

  /** @internal */
  protected override ahead(session: Session): void {
    session.aheadOfWorkflow(this.patientId, draftsShown);
  }

  /** @internal */
  protected override load(): Promise<BodyModule> {
    return import('../workflow/body.ts');
  }
}
