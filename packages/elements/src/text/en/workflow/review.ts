// Owns the English words of the review and of what stops a signature: they come with the review.

export const review = {
  summary: (count: number) =>
    count === 1
      ? 'One thing to mend before it can be signed'
      : `${count} things to mend before they can be signed`,
  /** What is found before the service is asked, by its code; what forms say as well stands with the order's words. */
  problems: {
    LIST_UNREADABLE: 'The list of what must not be prescribed cannot be read. Nothing may be prescribed.',
    NO_PATIENT: 'Choose a patient.',
    PATIENT_LOADING: 'The patient is not loaded yet. Try again.',
    PATIENT_UNKNOWN: 'There is no patient with this id.',
    NO_ADDRESS: 'The patient needs an address.',
    NOT_ON_RECORD: 'What this page knows of the patient is not on record: nothing was compared with it.',
    DRAFTS_GONE:
      'These drafts were signed, deleted or changed elsewhere, perhaps in another tab. Nothing was sent from here.',
    DRAFTS_LOADING: 'The pending order is not loaded yet. Try again.',
    NO_PHONE: 'The patient has no phone number, so no link can be sent. Add one, or choose a pharmacy.',
    PHARMACY_LOADING: 'The pharmacy is not loaded yet. Try again.',
    PHARMACY_UNKNOWN: 'The pharmacy that was set for this order was not found.',
    SIGNED_OUT: 'Sign in again.',
    STAFF_CANNOT_SIGN: 'Only a prescriber can sign. The drafts wait on the prescriber’s desk.',
    MAY_NOT_PRESCRIBE: 'You cannot prescribe yet.',
    ATTESTATION: 'Agree to the signature attestation first.',
    NO_SAVED: 'Choose at least one prescription to send.',
    SAVED_GONE:
      'These prescriptions were sent or canceled elsewhere, or may not be sent any more. Nothing was sent from here.',
  } as Readonly<Record<string, string>>,
  goThere: 'Go there',
  byPage: 'The page that shows this form must mend it.',
  review: 'Review and sign',
  reviewHint: 'Read every line. What stands here is what is signed.',
  reviewSaved: 'Review and send',
  reviewSavedHint: 'Read every line. It was signed before and is sent as it was signed.',
  renewed: 'Something changed. Read this again before you sign.',
  reentry: 'Look at your patient once more',
  reentryInitials: 'Patient’s initials',
  reentryHint: 'First letter of the given name, then of the family name.',
  reentryYear: 'Patient’s year of birth',
  reentryDiffers: 'Initials and year of birth are not those of this order’s patient. Nothing was sent.',
  warnings: 'Worth a thought:',
  patient: 'Patient',
  prescriber: 'Prescriber',
  pharmacy: 'Pharmacy',
  patientChooses: 'The patient chooses the pharmacy',
  otherwise: (name: string) => `Without a choice within 15 minutes: ${name}`,
  address: 'Address for this order',
  supervisor: 'Supervisor',
  diagnoses: 'Diagnoses',
  npi: (npi: string) => `NPI ${npi}`,
  back: 'Back to the order',
  send: (count: number, where: string) =>
    count === 1 ? `Send 1 prescription to ${where}` : `Send ${count} prescriptions to ${where}`,
  sendAndAsk: (count: number) =>
    count === 1
      ? 'Send 1 prescription and let the patient choose the pharmacy'
      : `Send ${count} prescriptions and let the patient choose the pharmacy`,
  summarySaved: (count: number) =>
    count === 1
      ? 'One thing to mend before it can be sent'
      : `${count} things to mend before they can be sent`,
  savedElsewhere:
    'These prescriptions changed or were sent elsewhere, perhaps in another tab. Nothing was sent from here.',
  sendingSaved: 'Sending…',
  signAndSend: (count: number, where: string) =>
    count === 1
      ? `Sign and send 1 prescription to ${where}`
      : `Sign and send ${count} prescriptions to ${where}`,
  signAndAsk: (count: number) =>
    count === 1
      ? 'Sign 1 prescription and let the patient choose the pharmacy'
      : `Sign ${count} prescriptions and let the patient choose the pharmacy`,
  signAndSave: (count: number) =>
    count === 1 ? 'Sign and save 1 prescription' : `Sign and save ${count} prescriptions`,
  sending: 'Signing and sending…',
  uncertain:
    'The answer did not arrive, so it is not known yet whether this was sent. It is asked for again; nothing is sent twice.',
  askAgain: 'Ask again now',
  prove: 'Prove that it is you',
  proveHint:
    'Signing needs a fresh proof of who you are. A window of the service opens; nothing here is lost.',
  proveFailed: 'The proof did not come through.',
  notSent: 'Nothing was sent.',
  signedElsewhere:
    'These drafts were signed or changed elsewhere, perhaps in another tab. Nothing was sent from here.',
  vetoed: (why: string) =>
    why === '' ? 'The page stopped this. Nothing was sent.' : `The page stopped this: ${why}`,
};
export type ReviewText = typeof review;
