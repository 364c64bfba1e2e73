// Owns the English words that name a patient, wherever one is shown.

export const patient = {
  born: (date: string) => `born ${date}`,
  sexes: { FEMALE: 'Female', MALE: 'Male', UNKNOWN: 'Unknown' },
};
export type PatientText = typeof patient;
