// Owns the English words of what was signed and saved and is on no order yet.

export const saved = {
  title: 'Signed, not sent',
  hint: 'Saved within the last 72 hours. What speaks against sending them is asked again now; nothing is signed anew.',
  failed: 'What was saved could not be loaded.',
  sendNow: 'Send it now',
  review: (count: number) => (count === 1 ? 'Review and send 1' : `Review and send ${count}`),
};
export type SavedText = typeof saved;
