// NCI Thesaurus codes that SCRIPT uses for quantity units and DEA schedules. Source: NCI Thesaurus (public), subsets C89510 and C89507.

/** A unit of a dispensed quantity. */
export interface QuantityUnit {
  /** NCI code, the value of `QuantityUnitOfMeasure/Code`. */
  readonly code: string;
  readonly name: string;
  /** In the current NCPDP subset. The others are older terms: receivers that check the list may refuse them. */
  readonly current: boolean;
}

const CURRENT: Readonly<Record<string, string>> = {
  C62412: 'Applicator',
  C54564: 'Blister',
  C64696: 'Caplet',
  C48480: 'Capsule',
  C64933: 'Each',
  C53499: 'Film',
  C48155: 'Gram',
  C69124: 'Gum',
  C48499: 'Implant',
  C62276: 'Insert',
  C48504: 'Kit',
  C120263: 'Lancet',
  C48506: 'Lozenge',
  C28254: 'Milliliter',
  C48521: 'Packet',
  C65032: 'Pad',
  C48524: 'Patch',
  C120216: 'Pen Needle',
  C62609: 'Ring',
  C53502: 'Sponge',
  C53503: 'Stick',
  C48538: 'Strip',
  C48539: 'Suppository',
  C53504: 'Swab',
  C48542: 'Tablet',
  C48548: 'Troche',
  C38046: 'Unspecified',
  C48552: 'Wafer',
};

const OLDER: Readonly<Record<string, string>> = {
  C48473: 'Ampule',
  C78783: 'Applicatorful',
  C48474: 'Bag',
  C48475: 'Bar',
  C53495: 'Bead',
  C53498: 'Block',
  C48476: 'Bolus',
  C48477: 'Bottle',
  C48478: 'Box',
  C48479: 'Can',
  C62413: 'Canister',
  C54702: 'Carton',
  C48481: 'Cartridge',
  C62414: 'Case',
  C69093: 'Cassette',
  C48484: 'Container',
  C48489: 'Cylinder',
  C16830: 'Device',
  C48490: 'Disk',
  C62417: 'Dose Pack',
  C96265: 'Dual Pack',
  C48494: 'Fluid Ounce',
  C101680: 'French',
  C48580: 'Gallon',
  C48501: 'Inhalation',
  C62275: 'Inhaler',
  C62418: 'Inhaler Refill',
  C67283: 'Intravenous Bag',
  C28252: 'Kilogram',
  C48505: 'Liter',
  C48491: 'Metric Drop',
  C48512: 'Milliequivalent',
  C28253: 'Milligram',
  C28251: 'Millimeter',
  C71204: 'Nebule',
  C100052: 'Needle Free Injection',
  C69086: 'Ocular System',
  C48519: 'Ounce',
  C48520: 'Package',
  C82484: 'Paper',
  C48529: 'Pint',
  C48530: 'Pouch',
  C48531: 'Pound',
  C97717: 'Pre-filled Pen Syringe',
  C65060: 'Puff',
  C111984: 'Pump',
  C48534: 'Quart',
  C71324: 'Sachet',
  C48536: 'Scoopful',
  C48537: 'Spray',
  C48540: 'Syringe',
  C48541: 'Tablespoon',
  C62421: 'Tabminder',
  C48543: 'Tampon',
  C48544: 'Teaspoon',
  C54704: 'Tray',
  C48549: 'Tube',
  C48551: 'Vial',
};

const units = (list: Readonly<Record<string, string>>, current: boolean): QuantityUnit[] =>
  Object.entries(list).map(([code, name]) => ({ code, name, current }));

/** Units of a dispensed quantity: the current NCPDP subset first, then older terms. */
export const QUANTITY_UNITS: readonly QuantityUnit[] = /*#__PURE__*/ [
  ...units(CURRENT, true),
  ...units(OLDER, false),
];

/** DEA schedules by NCI code. `C38046` may be sent only where a drug is known not to be controlled (W7). */
export const DEA_SCHEDULES: Readonly<Record<string, string>> = {
  C48672: 'Schedule I',
  C48675: 'Schedule II',
  C48676: 'Schedule III',
  C48677: 'Schedule IV',
  C48679: 'Schedule V',
  C38046: 'Unspecified: not controlled',
};

/** Units of a strength by NCI code: the common ones. Others exist; the standard does not bound the list. */
export const STRENGTH_UNITS: Readonly<Record<string, string>> = {
  C28253: 'mg',
  C48152: 'mcg',
  C48155: 'g',
  C28254: 'mL',
  C42576: 'mg/mL',
  C44278: 'Unit',
  C48579: 'IU',
  C25613: '%',
};
