// Owns what a person's roles open in the portal.
import type { Me } from '@pestle/client';

/** Who writes prescriptions, or prepares them for a prescriber. */
export function mayWrite({ roles }: Pick<Me, 'roles'>): boolean {
  return roles.includes('PRESCRIBER') || roles.includes('STAFF');
}

/** Who works at the desk. */
export function hasDesk({ roles }: Pick<Me, 'roles'>): boolean {
  return roles.includes('PRESCRIBER') || roles.includes('STAFF');
}
