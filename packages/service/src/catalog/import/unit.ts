// Owns the rule that gives a treatment its NCPDP quantity unit when the source names none.

/**
 * By dose form, first match; what comes in its own device is counted in pieces, what is poured or injected in milliliters,
 * what is squeezed or weighed in grams.
 */
const BY_DOSE_FORM: readonly (readonly [form: RegExp, unitCode: string])[] = [
  [/tablet for oral suspension|tablet/i, 'C48542'],
  [/oral capsule|capsule/i, 'C48480'],
  [/inhaler|inhalation spray|auto-injector|jet injector|intrauterine|implant|gas for inhalation/i, 'C64933'],
  [/nasal spray|nasal inhalant|nasal powder|powder spray/i, 'C64933'],
  [/suppository/i, 'C48539'],
  [/lozenge/i, 'C48506'],
  [/\bfilm\b/i, 'C53499'],
  [/wafer/i, 'C48552'],
  [/chewing gum/i, 'C69124'],
  [/vaginal system/i, 'C62609'],
  [/insert/i, 'C62276'],
  [/transdermal|patch/i, 'C48524'],
  [/\bpad\b/i, 'C65032'],
  [/oral pellet|oral granules|granules for/i, 'C48521'],
  [
    /powder for|solution|suspension|liquid|injection|injector|syringe|cartridge|lotion|shampoo|mouthwash|enema|douche|\boil\b|spray|irrigation/i,
    'C28254',
  ],
  [/cream|ointment|gel|foam|powder|paste/i, 'C48155'],
];

/** Pricing units of NADAC, where the form says nothing. */
const BY_PRICING_UNIT: Readonly<Record<string, string>> = { ML: 'C28254', GM: 'C48155' };

const EACH = 'C64933';

/** NCI code of the unit: by dose form, else by how the drug is priced, else "each". */
export function unitCodeOf(doseForm: string, pricingUnit = ''): string {
  const entry = BY_DOSE_FORM.find(([form]) => form.test(doseForm));
  return entry?.[1] ?? BY_PRICING_UNIT[pricingUnit] ?? EACH;
}
