// Reads a line of the prescriptions file: whose it is, which drug, and what it says of quantity and directions, if anything.
import * as v from 'valibot';

const amount = v.object({ value: v.number(), unit: v.optional(v.string(), '') });

const dosageSchema = v.object({
  asNeededBoolean: v.optional(v.boolean(), false),
  timing: v.optional(
    v.object({
      frequency: v.optional(v.number()),
      period: v.optional(v.number()),
      periodUnit: v.optional(v.string()),
    }),
  ),
  dose: v.optional(v.object({ value: v.optional(v.number()), unit: v.optional(v.string()) })),
});

const lineSchema = v.object({
  rx_id: v.string(),
  patient_id: v.string(),
  rxcui: v.optional(v.string(), ''),
  dosage: v.optional(v.array(dosageSchema), []),
  refills: v.optional(v.number()),
  quantity: v.optional(v.nullable(amount)),
  days_supply: v.optional(v.nullable(amount)),
});

export interface ReadPrescription {
  readonly id: string;
  readonly patientExternalId: string;
  readonly rxcui: string;
  /** What the file says; undefined where it says nothing that can be used. */
  readonly quantity: number | undefined;
  readonly daysSupply: number | undefined;
  readonly refills: number | undefined;
  readonly dosage: Dosage | undefined;
}

/** So many doses, so often; both are there or nothing is. */
export interface Dosage {
  readonly dose: number;
  /** Times a day. */
  readonly timesADay: number;
  readonly asNeeded: boolean;
}

/** Undefined when the line has not the shape of a prescription. */
export function readPrescription(value: unknown): ReadPrescription | undefined {
  const parsed = v.safeParse(lineSchema, value);
  if (!parsed.success) return undefined;
  const { rx_id: id, patient_id: patientExternalId, rxcui, dosage, refills } = parsed.output;
  const { quantity, days_supply: supply } = parsed.output;
  return {
    id,
    patientExternalId,
    rxcui,
    refills,
    quantity: quantity?.value,
    daysSupply: daysOf(supply?.value, supply?.unit),
    dosage: dosage.length === 1 ? dosageOf(dosage[0]) : undefined,
  };
}

const DAYS: Readonly<Record<string, number>> = { day: 1, days: 1, d: 1, week: 7, weeks: 7, wk: 7 };

function daysOf(value: number | undefined, unit: string | undefined): number | undefined {
  const days = DAYS[unit ?? ''];
  return value === undefined || days === undefined ? undefined : value * days;
}

function dosageOf(dosage: v.InferOutput<typeof dosageSchema> | undefined): Dosage | undefined {
  const { frequency, period, periodUnit } = dosage?.timing ?? {};
  const dose = dosage?.dose?.value;
  if (dosage === undefined || dose === undefined || frequency === undefined || period === undefined)
    return undefined;
  const perDay =
    periodUnit === 'd' ? frequency / period : periodUnit === 'h' ? (frequency * 24) / period : undefined;
  if (perDay === undefined) return undefined;
  return { dose, timesADay: perDay, asNeeded: dosage.asNeededBoolean };
}
