// Every bound of the room `organization`, in one place.
import { FIELD_LIMITS } from '@pestle/rules/field-limits';

export const ORGANIZATION_LIMITS = {
  /** SCRIPT's BusinessName. */
  nameCharactersMax: FIELD_LIMITS.businessName.maximum,
} as const;
