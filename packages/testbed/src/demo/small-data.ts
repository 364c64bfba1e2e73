// Writes a small data folder in the public formats: some of everything that the demo must cope with.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { npiFrom } from '@pestle/rules/npi';

const TREATMENTS: readonly (readonly [
  rxcui: string,
  ingredients: string,
  strength: string,
  doseForm: string,
])[] = [
  ['314076', 'lisinopril', '10 mg', 'Oral Tablet'],
  ['861007', 'metformin', '500 mg', 'Oral Tablet'],
  ['308182', 'amoxicillin', '250 mg', 'Oral Capsule'],
  ['1049621', 'oxycodone', '5 mg', 'Oral Tablet'],
];

/** Each with or without an NCPDP id and a fax, in a town of its own so that it is somebody's nearest. */
const PHARMACIES: readonly (readonly [name: string, zip: string, ncpdpId: string, fax: string])[] = [
  ['Apothecary of the Hill', '02108', '9912301', '6175550161'],
  ['Harvard Pharmacy', '02139', '9912302', '6175550162'],
  ['Salem Pharmacy', '01970', '', '6175550163'],
  ['Lowell Pharmacy', '01852', '', ''],
];

const ZIPS: readonly (readonly [zip: string, city: string, lat: string, lon: string])[] = [
  ['02108', 'Boston', '42.3576', '-71.0684'],
  ['02139', 'Cambridge', '42.3647', '-71.1042'],
  ['01970', 'Salem', '42.5151', '-70.9004'],
  ['01852', 'Lowell', '42.6293', '-71.2957'],
];

const PATIENTS = [
  person('a', 'Adán', 'Portillo', 0, { state: 'Massachusetts' }),
  person('b', 'Zoë', "O'Brien", 1, {}),
  person('c', 'Mei', 'Tanaka', 2, { benefits: [{ bin: '610020', group_id: 'G-7', member_id: 'M-1' }] }),
  person('d', 'Nora', 'Lindqvist', 3, { benefits: [{ bin: '61002', member_id: 'M-2' }] }),
  person('e', 'Old', 'Soul', 0, { deceased: '1998-11-24T05:19:57+00:00' }),
  person('f', 'Nowhere', 'Atall', 1, { postalCode: '' }),
];

/** One plan that has ended: lisinopril is covered, metformin after something else, amoxicillin not at all. */
const PLAN_FILES: Readonly<Record<string, readonly string[]>> = {
  'formulary_plans.csv': ['plan_id,plan_name,start,end', 'SMALL-1,Small Plan,2022-01-01,2022-12-31'],
  'formulary_items.csv.gz': [
    'plan_id,rxcui,tier,prior_authorization,step_therapy,quantity_limit',
    'SMALL-1,314076,generic,false,false,false',
    'SMALL-1,861007,generic,false,true,false',
  ],
  'formulary_cost_sharing.csv': [
    'plan_id,pharmacy_benefit_type,tier,cost_type,qualifier,value,unit',
    'SMALL-1,1-month-in-retail,generic,copay,deductible-waived,5,$',
    'SMALL-1,1-month-out-retail,generic,copay,deductible-waived,9,$',
  ],
};

/** Writes the five files, and those of a plan. */
export function writeSmallData(directory: string): void {
  mkdirSync(directory, { recursive: true });
  const write = (name: string, lines: readonly string[]): void =>
    writeFileSync(join(directory, name), gzipSync(`${lines.join('\n')}\n`));
  write('treatments_catalog.csv.gz', [
    'rxcui,drug_name,brand_or_generic,ingredients,strength,rxterms_form,rxnorm_dose_form,route_group',
    ...TREATMENTS.map(
      ([rxcui, ingredients, strength, doseForm]) =>
        `${rxcui},${ingredients},generic,${ingredients},${strength},pill,${doseForm},oral`,
    ),
  ]);
  write('pharmacies.csv.gz', [
    'npi,ncpdp_id,legal_name,dba_name,address1,city,state,zip,phone,fax,pharmacy_type,lat,lon',
    ...PHARMACIES.map(([name, zip, ncpdpId, fax], index) => {
      const [, city = '', lat = '', lon = ''] = ZIPS.find(([code]) => code === zip) ?? [];
      const npi = npiFrom(`12345670${index}`);
      return `${npi},${ncpdpId},${name},,1 Main St,${city},MA,${zip},617555015${index},${fax},community_retail,${lat},${lon}`;
    }),
  ]);
  write('zip_centroids.csv.gz', [
    'zip,city,state,county,lat,lon',
    ...ZIPS.map(([zip, city, lat, lon]) => `${zip},${city},MA,,${lat},${lon}`),
  ]);
  write(
    'small_patients.ndjson.gz',
    PATIENTS.map((patient) => JSON.stringify(patient)),
  );
  write('small_prescriptions.ndjson.gz', prescriptions());
  for (const [name, lines] of Object.entries(PLAN_FILES)) {
    const text = `${lines.join('\n')}\n`;
    writeFileSync(join(directory, name), name.endsWith('.gz') ? gzipSync(text) : text);
  }
}

function person(
  id: string,
  given: string,
  family: string,
  town: number,
  more: {
    readonly state?: string;
    readonly deceased?: string;
    readonly postalCode?: string;
    readonly benefits?: readonly Readonly<Record<string, string>>[];
  },
): Readonly<Record<string, unknown>> {
  const [zip = '', city = ''] = ZIPS[town] ?? [];
  return {
    patient_id: `small-${id}`,
    family,
    given: [given],
    gender: id < 'c' ? 'male' : 'female',
    birth_date: '1950-02-28',
    deceased: more.deceased ?? false,
    phone: '555-467-7743',
    address: {
      line: ['411 Kreiger Rest Apt 37'],
      city,
      state: more.state ?? 'MA',
      postal_code: more.postalCode ?? zip,
      country: 'US',
    },
    language: 'English (United States)',
    allergies: [],
    benefits: more.benefits ?? [],
  };
}

/** The first treatments for the first patients, and one each of what must be refused. */
function prescriptions(): string[] {
  const drugs = TREATMENTS.slice(0, 3).map(([rxcui]) => rxcui);
  const sendable = ['a', 'b', 'c', 'd'].flatMap((patient) =>
    drugs.map((rxcui) => ({
      rx_id: `${patient}-${rxcui}`,
      patient_id: `small-${patient}`,
      rxcui,
      dosage: [],
    })),
  );
  const refused = [
    { rx_id: 'deceased', patient_id: 'small-e', rxcui: drugs[0], dosage: [] },
    { rx_id: 'controlled', patient_id: 'small-a', rxcui: '1049621', dosage: [] },
    { rx_id: 'unmatched', patient_id: 'small-b', rxcui: '999999', dosage: [] },
    { rx_id: 'no-address', patient_id: 'small-f', rxcui: drugs[1], dosage: [] },
  ];
  return [...sendable, ...refused].map((prescription) => JSON.stringify(prescription));
}
