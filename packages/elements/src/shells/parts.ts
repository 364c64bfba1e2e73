// The parts that a page can style with `::part`. A part lies in the body's own root, so the shell hands it on by name.

const SHARED = 'banner medication history';

export const CLIENT_PARTS = 'sign-in button primary';
export const HISTORY_PARTS = SHARED;
export const WORKFLOW_PARTS = `${SHARED} actions add attestation chip confirm dialog draft field form input note option patient-form patient-picker pending-order pharmacy popup prescription result review submit summary tab tabs undo`;
