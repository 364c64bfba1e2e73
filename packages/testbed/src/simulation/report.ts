// What a simulation is asked for, and what it reports.
import type { Violation } from '@pestle/cli/check/evidence';
import type { PlantedFault } from './planted.ts';

export interface SimulationOptions {
  readonly seed: number;
  readonly orders: number;
  readonly planted?: readonly PlantedFault[];
}

export interface Judgement {
  readonly invariant: string;
  readonly examined: number;
  readonly violations: readonly Violation[];
}

export interface SimulationReport {
  readonly seed: number;
  readonly orders: number;
  readonly judgements: readonly Judgement[];
  /** The first order that an invariant was broken for, with everything that is known of it; empty for a sound run. */
  readonly history: readonly string[];
  /** Errors of the service that no fault of the world explains. */
  readonly unexpected: readonly string[];
  /** The same for the same run. */
  readonly digest: string;
  readonly figures: Readonly<Record<string, number>>;
}

export function isBroken({ judgements, unexpected }: SimulationReport): boolean {
  return unexpected.length > 0 || judgements.some(({ violations }) => violations.length > 0);
}
