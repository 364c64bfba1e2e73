// Holds what doses are counted in: what may be typed for each unit, how a patient reads it, and its NCPDP unit.

/** A unit of the dose. `unitCode` is the NCPDP unit in which whole doses are dispensed; without it no quantity is computed. */
export type DoseUnit = {
  readonly one: string;
  readonly many: string;
  readonly typed: readonly string[];
  /** Parts of one can be taken: a capsule or a puff cannot be divided. */
  readonly divisible: boolean;
  readonly unitCode?: string;
  /** No number is said with it: "a thin layer". */
  readonly uncounted?: true;
  /** A single dose above this is a slip, or needs a reason (W1). */
  readonly atMost?: number;
};

/** What a dose is counted in, with the words for it and its NCPDP unit. */
export const DOSE_UNITS = {
  tablet: {
    one: 'tablet',
    many: 'tablets',
    typed: ['tab', 'tabs', 'tabl', 'tbl', 'caplet', 'caplets', 'odt', 'odts'],
    divisible: true,
    unitCode: 'C48542',
    atMost: 12,
  },
  capsule: {
    one: 'capsule',
    many: 'capsules',
    typed: ['cap', 'caps', 'softgel', 'softgels', 'gelcap', 'gelcaps'],
    divisible: false,
    unitCode: 'C48480',
    atMost: 12,
  },
  pill: { one: 'pill', many: 'pills', typed: [], divisible: true, atMost: 12 },
  milliliter: {
    one: 'mL',
    many: 'mL',
    typed: ['ml', 'mls', 'milliliter', 'milliliters'],
    divisible: true,
    unitCode: 'C28254',
    atMost: 500,
  },
  milligram: {
    one: 'mg',
    many: 'mg',
    typed: ['mg', 'mgs', 'milligram', 'milligrams'],
    divisible: true,
    atMost: 10_000,
  },
  microgram: {
    one: 'mcg',
    many: 'mcg',
    typed: ['mcg', 'microgram', 'micrograms'],
    divisible: true,
    atMost: 10_000,
  },
  gram: {
    one: 'gram',
    many: 'grams',
    typed: ['g', 'gm', 'gms'],
    divisible: true,
    unitCode: 'C48155',
    atMost: 100,
  },
  unit: { one: 'unit', many: 'units', typed: [], divisible: true, atMost: 300 },
  puff: {
    one: 'puff',
    many: 'puffs',
    typed: ['inhalation', 'inhalations', 'actuation', 'actuations'],
    divisible: false,
    atMost: 10,
  },
  drop: { one: 'drop', many: 'drops', typed: ['gtt', 'gtts'], divisible: false, atMost: 30 },
  spray: { one: 'spray', many: 'sprays', typed: [], divisible: false, atMost: 8 },
  patch: {
    one: 'patch',
    many: 'patches',
    typed: [],
    divisible: false,
    unitCode: 'C48524',
    atMost: 4,
  },
  suppository: {
    one: 'suppository',
    many: 'suppositories',
    typed: ['supp', 'supps'],
    divisible: false,
    unitCode: 'C48539',
    atMost: 2,
  },
  application: {
    one: 'application',
    many: 'applications',
    typed: ['app', 'apps'],
    divisible: false,
    atMost: 4,
  },
  applicatorful: {
    one: 'applicatorful',
    many: 'applicatorfuls',
    typed: ['applicator', 'applicators'],
    divisible: true,
    atMost: 2,
  },
  lozenge: {
    one: 'lozenge',
    many: 'lozenges',
    typed: ['loz', 'troche', 'troches'],
    divisible: false,
    unitCode: 'C48506',
    atMost: 4,
  },
  film: { one: 'film', many: 'films', typed: [], divisible: false, unitCode: 'C53499', atMost: 4 },
  packet: { one: 'packet', many: 'packets', typed: ['pkt'], divisible: false, unitCode: 'C48521', atMost: 6 },
  insert: {
    one: 'vaginal insert',
    many: 'vaginal inserts',
    typed: ['inserts'],
    divisible: false,
    unitCode: 'C62276',
    atMost: 2,
  },
  piece: { one: 'piece', many: 'pieces', typed: [], divisible: false, unitCode: 'C69124', atMost: 4 },
  vial: {
    one: 'vial',
    many: 'vials',
    typed: ['ampule', 'ampules', 'ampoule', 'ampoules', 'amp', 'amps', 'nebule', 'nebules'],
    divisible: false,
    atMost: 4,
  },
  injection: { one: 'injection', many: 'injections', typed: [], divisible: false, atMost: 4 },
  syringe: {
    one: 'syringe',
    many: 'syringes',
    typed: ['prefilled syringe', 'prefilled syringes'],
    divisible: false,
    atMost: 4,
  },
  pen: {
    one: 'pen',
    many: 'pens',
    typed: ['prefilled pen', 'prefilled pens', 'pen injector', 'pen injectors'],
    divisible: false,
    atMost: 2,
  },
  autoInjector: {
    one: 'auto-injector',
    many: 'auto-injectors',
    typed: ['autoinjector', 'autoinjectors'],
    divisible: false,
    atMost: 2,
  },
  carton: { one: 'carton', many: 'cartons', typed: [], divisible: true, atMost: 4 },
  inch: {
    one: 'inch',
    many: 'inches',
    typed: ['inch ribbon', 'inch of ointment'],
    divisible: true,
    atMost: 6,
  },
  capful: { one: 'capful', many: 'capfuls', typed: [], divisible: true, atMost: 8 },
  strip: {
    one: 'strip',
    many: 'strips',
    typed: ['test strip', 'test strips'],
    divisible: false,
    unitCode: 'C48538',
    atMost: 4,
  },
  thinLayer: {
    one: 'a thin layer',
    many: 'a thin layer',
    typed: ['thin layer', 'thin film', 'a thin film', 'thinly'],
    divisible: false,
    uncounted: true,
  },
  smallAmount: {
    one: 'a small amount',
    many: 'a small amount',
    typed: ['small amount', 'sparingly', 'a pea-sized amount', 'pea-sized amount'],
    divisible: false,
    uncounted: true,
  },
} as const satisfies Readonly<Record<string, DoseUnit>>;
/** A key of `DOSE_UNITS`. */
export type DoseUnitName = keyof typeof DOSE_UNITS;
