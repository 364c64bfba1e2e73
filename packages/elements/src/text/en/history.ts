// Owns the English words of the medication history.

export const history = {
  title: 'Medication history',
  none: 'No prescriptions on record with this service.',
  failed: 'The medication history could not be loaded.',
  stale: 'The list may be out of date: the service does not answer.',
  written: 'Written',
  quantity: (quantity: string, unit: string) => `${quantity}\u00a0${unit}`,
  days: (days: number) => (days === 1 ? '1\u00a0day' : `${days}\u00a0days`),
  refills: (refills: number) => (refills === 1 ? '1\u00a0refill' : `${refills}\u00a0refills`),
  more: 'Show older prescriptions',
  refill: 'Refill',
  refillOf: (line: string) => `Refill ${line}`,
  refilled: (line: string) => `${line} added to the order`,
  openOf: (line: string) => `Open ${line} in the prescriber portal`,
  changed: (line: string, status: string) => `${line}: ${status}`,
  signInNeeded: 'Sign in to see the medication history.',
  prescription: {
    ACTIVE: 'Active',
    DEPLETED: 'Used up',
    EXPIRED: 'Expired',
    CANCELED: 'Canceled',
  },
  fill: {
    QUEUED: 'Waiting to be sent',
    SENDING: 'Being sent',
    SENT: 'Sent to the pharmacy',
    RECEIVED: 'Received by the pharmacy',
    FILLING: 'Being filled',
    SHIPPED: 'Shipped',
    DELIVERED: 'Dispensed',
    CANCELED: 'Order canceled',
    ERROR: 'Pharmacy reports a problem',
    STUCK: 'Stopped: somebody must act',
  },
  routing: 'Waiting for the patient’s choice of pharmacy',
  notOrdered: 'Signed, not sent',
  /** One and many of a unit, by its NCPDP code; English are the standard's own. */
  units: {} as Readonly<Record<string, readonly [one: string, many: string]>>,
  /** Why a fill is stopped, by its code; English are the service's own sentences. */
  reasons: {} as Readonly<Record<string, string>>,
};
export type HistoryText = typeof history;
