// Owns the English words of the review and of what stops a signature: they come with the review.

export const review = {
  summary: (count: number) =>
    count === 1
      ? 'One thing to mend before it can be signed'
      : `${count} things to mend before they can be signed`,
  goThere: 'Go there',
  byPage: 'The page that shows this form must mend it.',
  review: 'Review and sign',
  reviewHint: 'Read every line. What stands here is what is signed.',
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
