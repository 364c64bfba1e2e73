// Owns what an ICD-10-CM code looks like, and how a diagnosis is written out.

/** A diagnosis by its ICD-10-CM code, with the words for it. */
export interface Diagnosis {
  readonly code: string;
  /** Absent in what was written before it was asked for. */
  readonly description?: string | null | undefined;
}

/** In capitals, as the lists write it, with or without its point. */
export function isIcd10Code(text: string): boolean {
  return /^[A-Z]\d[\dA-Z](\.?[\dA-Z]{1,4})?$/.test(text);
}

/**
 * What a message says beside the code, where the standard demands words. A diagnosis that was signed without them says its code again:
 * nothing that was signed is lost, and nothing is put in that nobody signed.
 */
export function diagnosisDescription({ code, description }: Diagnosis): string {
  return description ?? code;
}

/** For people: `E11.9 Type 2 diabetes mellitus without complications`. */
export function diagnosisLine(diagnosis: Diagnosis): string {
  const description = diagnosisDescription(diagnosis);
  return description === diagnosis.code ? description : `${diagnosis.code} ${description}`;
}
