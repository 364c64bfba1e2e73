// Owns the sandbox's seed data as one entry: a practice with people, patients and templates. All of it is invented and public.

export { patients, type SeedPatient } from './seed/patients.ts';
export { benefitsOfPatients, planFiles, type SeedBenefit } from './seed/plans.ts';
export {
  applications,
  network,
  operator,
  organization,
  type SeedApplications,
  type SeedOrganization,
  type SeedPracticeLocation,
  type SeedUser,
  users,
} from './seed/practice.ts';
export { priceFile } from './seed/prices.ts';
export { SCREENING_ORIGIN, screeningFiles } from './seed/screening.ts';
export { type SeedTemplate, templates } from './seed/templates.ts';
