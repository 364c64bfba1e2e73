// Owns the English words of what people must know at once of a fill, beside its situation.

/** By the code that the fill carries. `dispensed-after-cancel` has none: it is a situation of its own. */
export const ALERTS_EN: Readonly<Record<string, string>> = {
  'filling-after-cancel': 'The pharmacy says that it works on it although it was canceled. Call it.',
  'filled-by-former-pharmacy': 'The pharmacy that had it before says that it fills it. Call both.',
  'held-electronically-and-by-fax':
    'The pharmacy has it electronically and by fax. It was told that both are one.',
};
