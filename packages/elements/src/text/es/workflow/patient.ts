// Owns the Spanish words that name a patient.
import type { PatientText } from '../../en/workflow/patient.ts';

export const patient: PatientText = {
  born: (date) => `nacimiento ${date}`,
  sexes: { FEMALE: 'Femenino', MALE: 'Masculino', UNKNOWN: 'Desconocido' },
};
