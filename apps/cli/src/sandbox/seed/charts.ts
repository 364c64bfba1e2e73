// Brings the patients and the templates, as somebody of the practice would make them.
import type { PatientId, TemplateId } from '@pestle/rules/ids';
import {
  benefitsOfPatients,
  patients,
  type SeedPatient,
  type SeedTemplate,
  templates,
  users,
} from '@pestle/sandbox/seed';
import { writeKey } from '@pestle/service/audit';
import { treatmentIdOf } from '@pestle/service/catalog';
import { addPatient, findPatient } from '@pestle/service/directory';
import type { Ports } from '@pestle/service/kernel';
import { ORGANIZATION, type SeedOptions, seedActor } from './practice.ts';

const SEEDER = { kind: 'service', id: null } as const;
const ADMIN = users.find(({ role }) => role === 'admin')?.id ?? '';

export async function seedPatients({ service }: SeedOptions, ports: Ports): Promise<void> {
  await service.store.withOrg(ORGANIZATION, async (tx) => {
    for (const patient of patients) {
      const id = patient.id as PatientId;
      if ((await findPatient(tx, ORGANIZATION, id)) !== undefined) continue;
      await addPatient(tx, ports, { orgId: ORGANIZATION, actor: SEEDER, input: patientInput(patient), id });
    }
  });
}

function patientInput(patient: SeedPatient): Parameters<typeof addPatient>[2]['input'] {
  const {
    externalId,
    firstName,
    lastName,
    dateOfBirth,
    sex,
    phone,
    address,
    language,
    weightKg,
    deceasedAt,
  } = patient;
  return {
    externalId,
    firstName,
    lastName,
    dateOfBirth,
    sex,
    address,
    ...(phone === undefined ? {} : { phone }),
    ...(language === undefined ? {} : { language }),
    ...(weightKg === undefined ? {} : { weight: { value: weightKg, unit: 'kg' as const } }),
    ...(deceasedAt === undefined ? {} : { deceasedOn: deceasedAt }),
    benefits: [...(benefitsOfPatients[patient.id] ?? [])],
  };
}

/** Templates are made as their people would make them; a name that is there already is left as it is. */
export async function seedTemplates({ service }: SeedOptions): Promise<void> {
  const { catalog } = service.rooms;
  for (const template of templates) {
    const actor = seedActor(template.ownerId ?? ADMIN);
    const existing = await catalog.templates(actor, { first: 100 });
    if (existing.items.some(({ name }) => name === template.name)) continue;
    const { id, name, ownerId, rxcui, ...draft }: SeedTemplate = template;
    const input = { name, personal: ownerId !== undefined, treatmentId: treatmentIdOf(rxcui), ...draft };
    const key = writeKey(`seed-${id}`, 'createTemplate', input);
    await catalog.createTemplate(actor, input, key, id as TemplateId);
  }
}
