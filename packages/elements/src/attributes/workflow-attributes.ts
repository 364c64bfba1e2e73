// Owns the list of the attributes of svc-prescribe-workflow and the raw form in which a shell hands them on.

/** Every attribute, in the order of the reference; the typed property twin is its camel case. */
export const WORKFLOW_ATTRIBUTES = [
  'patient-id',
  'template-ids',
  'template-overrides',
  'prescription-ids',
  'prescription-overrides',
  'disable-list',
  'allow-off-catalog-search',
  'initial-prescriptions',
  'additional-notes',
  'enable-order',
  'enable-send-to-patient',
  'enable-local-pickup',
  'enable-delivery-pharmacies',
  'mail-order-ids',
  'pharmacy-id',
  'enable-coverage-check',
  'enable-combine-and-duplicate',
  'hide-templates',
  'hide-patient-card',
  'hide-submit',
  'address',
  'external-order-id',
  'enable-med-history',
  'enable-med-history-links',
  'enable-med-history-refill-button',
  'weight',
  'weight-unit',
  'optional-patient-address',
  'catalog-id',
  'diagnosis-codes',
  'supervisor',
  'allergies',
  'medications',
  'trigger-submit',
  'disable-shortcuts',
] as const;

export type WorkflowAttribute = (typeof WORKFLOW_ATTRIBUTES)[number];

/**
 * What a page has set: text from an attribute, or whatever was given to the property twin. Null and undefined mean that it is not
 * set; of a property and an attribute the one set last counts, which the shell decides.
 */
export type RawAttributes = Readonly<Partial<Record<WorkflowAttribute, unknown>>>;
