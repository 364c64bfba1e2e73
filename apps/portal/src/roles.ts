// Owns what a person's roles open in the portal.
import type { Me } from '@pestle/client';

/** Who works at the desk. */
export function hasDesk({ roles }: Pick<Me, 'roles'>): boolean {
  return roles.includes('PRESCRIBER') || roles.includes('STAFF');
}
