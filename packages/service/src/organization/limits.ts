// Every bound of the room `organization`, in one place.
import { FIELD_LIMITS } from '@pestle/rules/field-limits';

export const ORGANIZATION_LIMITS = {
  /** SCRIPT's BusinessName. */
  nameCharactersMax: FIELD_LIMITS.businessName.maximum,
  /** Minutes after which a session that nobody uses ends, where its organization has set nothing: an hour, as NIST SP 800-63B-4, 2.2.3, has it at most. */
  sessionIdleMinutesDefault: 60,
  /** What an organization may set: whoever talks with a patient for less is not signed out. */
  sessionIdleMinutesMin: 5,
  /** As long as a session lasts in any case. */
  sessionIdleMinutesMax: 720,
  /** Organizations that one page of operators lists; a search finds the others. */
  listedMax: 200,
  /** Days on which an office is closed, besides those of the week. */
  holidaysMax: 100,
  /** An e-mail address. */
  mailCharactersMax: 254,
  /** So far ahead it is looked when an office opens next. */
  officeLookAheadDays: 120,
} as const;
