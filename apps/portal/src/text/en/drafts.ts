// Owns the English words of what waits to be signed.

export const drafts = {
  title: 'To sign',
  columns: ['Patient', 'Medications', 'Prepared by', 'Waiting', 'Next'] as readonly string[],
  byYou: 'You',
  drafts: (count: number) => (count === 1 ? '1 draft' : `${count} drafts`),
  review: 'Review and sign',
  reviewOf: (name: string) => `Review and sign for ${name}`,
  begin: (count: number) => (count === 1 ? 'Sign for 1 patient' : `Sign for ${count} patients in a row`),
  none: 'Nothing waits for your signature.',
  write: 'Write a prescription',
  days: (count: number) => (count === 1 ? '1 day' : `${count} days`),
  born: (date: string) => `born ${date}`,
  place: (at: number, of: number) => `Patient ${at} of ${of}`,
  next: (name: string) => `Next: ${name}`,
  previous: (name: string) => `Before: ${name}`,
  signed: 'Signed.',
  last: 'That was the last one.',
  back: 'Back to the list',
  preparedBy: (names: string) => `Prepared by ${names}.`,
  oneEach: 'Each patient is reviewed and signed by itself.',
  toSend: 'Signed, not sent',
  toSendHint: 'What is not sent within 72 hours of being signed has to be signed anew.',
  toSendColumns: ['Patient', 'Medications', 'Signed by', 'Send before', 'Next'] as readonly string[],
  send: 'Send',
  sendOf: (name: string) => `Send for ${name}`,
};
export type DraftsText = typeof drafts;
