// Owns the sandbox's templates: preset drafts that name a treatment by its RxCUI.

export type SeedTemplate = {
  readonly id: string;
  readonly name: string;
  /** RxNorm code of the treatment. */
  readonly rxcui: string;
  readonly dispenseQuantity: number;
  /** Name of an NCPDP quantity unit. */
  readonly dispenseUnit: string;
  readonly daysSupply: number;
  /** Refills + 1. */
  readonly fillsAllowed: number;
  readonly dispenseAsWritten: boolean;
  readonly instructions: string;
  readonly notes?: string;
  /** The user whose personal template it is; the organization's when left out. */
  readonly ownerId?: string;
};

/** The templates of the sandbox. */
export const templates: readonly SeedTemplate[] = [
  {
    id: 'tpl_011S1N0PR11010000000000000',
    name: 'Lisinopril 10 mg daily',
    rxcui: '314076',
    dispenseQuantity: 90,
    dispenseUnit: 'Tablet',
    daysSupply: 90,
    fillsAllowed: 4,
    dispenseAsWritten: false,
    instructions: 'Take 1 tablet by mouth once daily.',
  },
  {
    id: 'tpl_0METF0RM1N0500000000000000',
    name: 'Metformin 500 mg twice daily',
    rxcui: '861007',
    dispenseQuantity: 60,
    dispenseUnit: 'Tablet',
    daysSupply: 30,
    fillsAllowed: 6,
    dispenseAsWritten: false,
    instructions: 'Take 1 tablet by mouth twice daily with meals.',
  },
  {
    id: 'tpl_0AZ1THR0MYC1N050DAY0000000',
    name: 'Azithromycin 5-day course',
    rxcui: '308460',
    dispenseQuantity: 6,
    dispenseUnit: 'Tablet',
    daysSupply: 5,
    fillsAllowed: 1,
    dispenseAsWritten: false,
    instructions: 'Take 2 tablets by mouth on day 1, then 1 tablet once daily on days 2 to 5.',
  },
  {
    id: 'tpl_0AM0X1C1111N0SVSPENS10N000',
    name: 'Amoxicillin suspension, child',
    rxcui: '308189',
    dispenseQuantity: 100,
    dispenseUnit: 'Milliliter',
    daysSupply: 10,
    fillsAllowed: 1,
    dispenseAsWritten: false,
    instructions: 'Take 5 mL by mouth twice daily for 10 days.',
    notes: 'Please flavor. Discard what is left after 10 days.',
  },
  {
    id: 'tpl_0AT0RVASTAT1N0200000000000',
    name: 'Atorvastatin 20 mg at bedtime',
    rxcui: '617310',
    dispenseQuantity: 90,
    dispenseUnit: 'Tablet',
    daysSupply: 90,
    fillsAllowed: 4,
    dispenseAsWritten: false,
    instructions: 'Take 1 tablet by mouth daily at bedtime.',
  },
  {
    id: 'tpl_0SERTRA11NE050000000000000',
    name: 'Sertraline 50 mg daily',
    rxcui: '312941',
    dispenseQuantity: 30,
    dispenseUnit: 'Tablet',
    daysSupply: 30,
    fillsAllowed: 3,
    dispenseAsWritten: false,
    instructions: 'Take 1 tablet by mouth once daily in the morning.',
  },
  {
    id: 'tpl_0AM10D1P1NE050000000000000',
    name: 'Amlodipine 5 mg daily',
    rxcui: '197361',
    dispenseQuantity: 90,
    dispenseUnit: 'Tablet',
    daysSupply: 90,
    fillsAllowed: 4,
    dispenseAsWritten: false,
    instructions: 'Take 1 tablet by mouth once daily.',
  },
  {
    id: 'tpl_01BVPR0FEN0600000000000000',
    name: 'Ibuprofen 600 mg as needed',
    rxcui: '197806',
    dispenseQuantity: 30,
    dispenseUnit: 'Tablet',
    daysSupply: 10,
    fillsAllowed: 1,
    dispenseAsWritten: false,
    instructions:
      'Take 1 tablet by mouth every 8 hours with food as needed for pain. No more than 3 tablets in 24 hours.',
  },
  {
    id: 'tpl_0PREDN1S0NE020000000000000',
    name: 'Prednisone 20 mg, 5 days',
    rxcui: '312615',
    dispenseQuantity: 10,
    dispenseUnit: 'Tablet',
    daysSupply: 5,
    fillsAllowed: 1,
    dispenseAsWritten: false,
    instructions: 'Take 2 tablets by mouth once daily in the morning for 5 days.',
    ownerId: 'usr_0DR0R1VERA0000000000000000',
  },
  {
    id: 'tpl_00NDANSETR0N04000000000000',
    name: 'Ondansetron 4 mg as needed',
    rxcui: '198052',
    dispenseQuantity: 12,
    dispenseUnit: 'Tablet',
    daysSupply: 4,
    fillsAllowed: 1,
    dispenseAsWritten: false,
    instructions: 'Take 1 tablet by mouth every 8 hours as needed for nausea.',
    ownerId: 'usr_0DR00KAF0R0000000000000000',
  },
];
