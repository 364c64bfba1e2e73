// Owns what a piece of the workflow gets from the element around it, and what it answers with.
import type { Session } from '@pestle/client';
import type { WorkflowConfig } from '../attributes/workflow-config.ts';
import type { KitHost } from '../kit/host.ts';
import type { Text } from '../text/text.ts';
import type { WorkflowState } from './state/workflow-state.ts';

/**
 * The workflow around a part. A host, its state and its parts are made together for one patient (or for none yet) and thrown away
 * together: a part never sees another patient's state, and what it keeps in its own fields cannot leak (E5).
 */
export interface WorkflowHost extends KitHost {
  /** What the page has set, as it is now. */
  readonly config: WorkflowConfig;
  readonly state: WorkflowState;
  readonly session: Session;
  /** The words of the language that is set now; read it at every render. */
  readonly text: Text;
  /** Draws the search alone: a letter changes nothing else, and must not wait for the rest. `update` draws everything. */
  readonly updateSearch: () => void;
  /** Takes the looks of a part that is loaded later. */
  readonly dress: (styles: string) => void;
  /** Makes everything anew for this patient (service id or external id); null goes back to the picker. */
  readonly choosePatient: (patientId: string | null) => void;
  /** Tells the page once of a fault of its own: in the console, and as `svc-error` when `attribute` names where. */
  readonly warn: (message: string, attribute?: string) => void;
}

/** A piece of the workflow: `new Part(host)` once per patient, `render()` at every render. */
export interface Part {
  /** What it draws; `nothing` while it has nothing to show. */
  render(): unknown;
  /** After the render is in the document. */
  updated?(): void;
  /** Somebody is signed in again: what could not be asked meanwhile is asked now, and what was said of it goes. */
  resume?(): void;
  /** When the patient changes or the element leaves the page: timers and listeners end here. Requests end with `state.signal`. */
  dispose?(): void;
}
