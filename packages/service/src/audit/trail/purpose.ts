// Why something was done: the purpose of use that an action stands for, by its room.

/** HL7 PurposeOfUse: treatment, operations of the practice, administration of the system. */
export type Purpose = 'TREAT' | 'HOPERAT' | 'HSYSADMIN';

const BY_ROOM: Readonly<Record<string, Purpose>> = {
  template: 'HOPERAT',
  catalog: 'HOPERAT',
  treatment: 'HOPERAT',
  user: 'HSYSADMIN',
  organization: 'HSYSADMIN',
  application: 'HSYSADMIN',
  access: 'HSYSADMIN',
  audit: 'HSYSADMIN',
};

/** The purpose of an action such as `draft.create`; whatever concerns patients and their orders is treatment. */
export function purposeOf(action: string): Purpose {
  return BY_ROOM[action.split('.')[0] ?? ''] ?? 'TREAT';
}
