// Finds whom and what the story names: a name that is not in the seed is a fault of the story.
import type { PatientId } from '@pestle/rules/ids';
import { patients, type SeedTemplate, templates, users } from '@pestle/sandbox/seed';

/** Who prepares, and asks prescribers. */
export const staffId = users.find(({ role }) => role === 'staff')?.id ?? '';

export function userNamed(lastName: string): string {
  return named(users, (user) => user.lastName === lastName, lastName).id;
}

export function patientNamed(lastName: string): PatientId {
  return named(patients, (patient) => patient.lastName === lastName, lastName).id as PatientId;
}

export function templateNamed(name: string): SeedTemplate {
  return named(templates, (template) => template.name === name, name);
}

function named<T>(all: readonly T[], isIt: (one: T) => boolean, name: string): T {
  const found = all.find(isIt);
  if (found === undefined) throw new Error(`the sandbox has nothing called ${name}`);
  return found;
}
