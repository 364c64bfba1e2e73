// Owns the English words of the patient's recent orders, of adding to one that has not left, and of what became of what was sent.

export const orders = {
  recent: 'Recent orders',
  failed: 'The recent orders could not be loaded.',
  changed: (line: string, state: string) => `Order of ${line}: ${state}`,
  title: 'Add to an order that is not yet sent?',
  hint: 'This patient’s order still waits. What is added goes to its pharmacy with it, once.',
  onIt: 'On it already:',
  toAdd: 'To be added:',
  addTo: (where: string, when: string) => `Add to the order for ${where} of ${when}`,
  addToOpen: (when: string) => `Add to the order of ${when} whose pharmacy the patient chooses`,
  asNew: 'Send as a new order',
  joins: 'Added to',
  joined: (where: string, when: string) => `The order for ${where} of ${when}, not yet sent, with:`,
  joinedOpen: (when: string) => `The order of ${when} whose pharmacy the patient chooses, with:`,
  otherPharmacy: (name: string) => `This goes to the order’s own pharmacy, not to ${name}.`,
  otherAddress: 'The order keeps its own address. The one that this page gives is not used.',
  otherId: (given: string, own: string | null) =>
    own === null
      ? `The order has no number of this page, and keeps none: ${given} is not used.`
      : `The order keeps this page’s number ${own}: ${given} is not used.`,
  add: (count: number, where: string) =>
    count === 1
      ? `Add 1 prescription to the order for ${where}`
      : `Add ${count} prescriptions to the order for ${where}`,
  addOpen: (count: number) =>
    count === 1
      ? 'Add 1 prescription to the patient’s open order'
      : `Add ${count} prescriptions to the patient’s open order`,
  signAndAdd: (count: number, where: string) =>
    count === 1
      ? `Sign 1 prescription and add it to the order for ${where}`
      : `Sign ${count} prescriptions and add them to the order for ${where}`,
  signAndAddOpen: (count: number) =>
    count === 1
      ? 'Sign 1 prescription and add it to the patient’s open order'
      : `Sign ${count} prescriptions and add them to the patient’s open order`,
  takesNoMore:
    'Nothing was sent. The order that this was to be added to has just left, or takes no more. Below it is an order of its own: read it, and sign if you want it sent so.',
  wasAdded: 'Added to an order of this patient that had not left.',
  numberOf: 'Order number, for the telephone',
  copy: 'Copy',
  copyNumber: 'Copy the order number',
  copied: 'The order number is copied.',
  signed: 'Signed',
  saved: (count: number) =>
    count === 1 ? '1 prescription signed and saved' : `${count} prescriptions signed and saved`,
  followed: 'The status is kept current while this is open.',
  startOver: 'Write another prescription',
  invitations: {
    QUEUED: 'The link is on its way to the patient’s phone.',
    SENT: 'The link was sent to the patient’s phone.',
    FAILED: 'The link could not be sent. Call the patient, or choose a pharmacy.',
    NOT_SENT: 'No link was sent: the patient has no phone number. Choose a pharmacy.',
  },
};
export type OrdersText = typeof orders;
