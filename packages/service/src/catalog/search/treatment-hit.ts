// A treatment as an answer tells it: whether it is in the catalog, and whether it can be prescribed, by today's law and for whom it is asked.
import { todayIn } from '@pestle/rules/local-time';
import { findPatient } from '../../directory/inside.ts';
import type { Actor } from '../../kernel/actor.ts';
import { notFound } from '../../kernel/errors.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import { type Availability, availabilityOf } from '../availability.ts';
import { findCatalogs } from '../lists/lists-sql.ts';
import type { TreatmentRow } from '../tables.ts';
import type { FoundTreatment, SearchScope } from './treatment-search-sql.ts';

/** For whom and by which rules "prescribable" is answered. */
export interface TreatmentContext {
  /** Service id or external id: the state of the patient's address counts (W7). */
  readonly patientId?: string | null;
  /** Further states whose law counts, such as the prescriber's and the pharmacy's. */
  readonly states?: readonly string[] | null;
  /** The catalog that counts as the organization's; all of them when left out. */
  readonly catalogId?: string | null;
  /** Default true. False: only the catalog and templates (`allow-off-catalog-search`). */
  readonly offCatalog?: boolean | null;
}

export interface TreatmentHit {
  readonly treatment: TreatmentRow;
  readonly inCatalog: boolean;
  readonly availability: Availability;
}

export function scopeOf(actor: Actor, context: TreatmentContext): SearchScope {
  return {
    orgId: actor.orgId,
    catalogId: context.catalogId ?? null,
    offCatalog: context.offCatalog ?? true,
    userId: actor.kind === 'user' ? actor.id : null,
  };
}

/** A catalog that is not there would silently offer nothing. */
export async function requireCatalog(
  store: Store,
  actor: Actor,
  id: string | null | undefined,
): Promise<void> {
  if (id === undefined || id === null) return;
  const catalogs = await store.withOrg(actor.orgId, (tx) => findCatalogs(tx, actor.orgId));
  if (!catalogs.some((catalog) => catalog.id === id)) throw notFound('catalog');
}

/** W7, decided now: by the law of today, of the states named and of the patient's. */
export function hitOf(found: FoundTreatment, states: readonly string[], ports: Ports): TreatmentHit {
  const { treatment, inCatalog, offered, disabled, mayWrite, timeZone } = found;
  const on = todayIn(timeZone, ports.clock.now());
  const availability = availabilityOf(treatment, { on, states, disabled, mayWrite, inCatalog: offered });
  return { treatment, inCatalog, availability };
}

export async function statesOf(
  store: Store,
  actor: Actor,
  context: TreatmentContext,
): Promise<readonly string[]> {
  const states = [...(context.states ?? [])];
  const { patientId } = context;
  if (patientId === undefined || patientId === null) return states;
  const patient = await store.withOrg(actor.orgId, (tx) => findPatient(tx, actor.orgId, patientId));
  if (patient === undefined) throw notFound('patient');
  return patient.state === null ? states : [...states, patient.state];
}
