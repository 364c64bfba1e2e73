// The parts that a page can style with `::part`. A part lies in the body's own root, so the body hands it on by name (`exportparts`).

const SHARED = 'history medication prescription chip note acts act';

export const CLIENT_PARTS = 'sign-in button primary maintenance';
export const HISTORY_PARTS = `${SHARED} attention`;
export const WORKFLOW_PARTS = `${SHARED} actions add allergies attestation banner combine confirm draft field form input option order order-sheet patient-form patient-picker pending-order pharmacy popup recent-orders result review saved screening status-line submit summary tab tabs undo writing`;
