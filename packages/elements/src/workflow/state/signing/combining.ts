// Owns the choice between an order of the patient that has not left and a new one: what can take more, and what was chosen (W5).
import type { DataOf } from '@pestle/client';
import { CombinableOrders } from '@pestle/client/documents/orders';
import type { PatientState } from '../patient-state.ts';
import type { PharmacyState } from '../pharmacy-state.ts';
import type { Scope } from '../scope.ts';
import { within } from '../scope.ts';
import type { LineToSend } from './lines.ts';

export type CombinableOrder = DataOf<typeof CombinableOrders>['combinableOrders'][number];

/** The id of an order of the patient, or `new`. */
export type Destination = string;

/** For whom, and what is to be sent. */
interface CombiningHost {
  readonly patient: PatientState;
  readonly pharmacy: PharmacyState;
  readonly lines: readonly LineToSend[];
}

export class Combining {
  /** What can take these prescriptions, as it was asked last; newest first. */
  orders: readonly CombinableOrder[] = [];
  /** Null: nobody has chosen yet. */
  choice: Destination | null = null;
  /** Opens the review of what was chosen; true when there is something to sign. */
  readonly choose: (choice: Destination) => Promise<boolean>;
  readonly #scope: Scope;
  readonly #host: CombiningHost;

  constructor(scope: Scope, host: CombiningHost, open: () => Promise<boolean>) {
    this.#scope = scope;
    this.#host = host;
    this.choose = async (choice) => {
      this.choice = choice;
      return await open();
    };
  }

  /** What would be added. */
  get lines(): readonly LineToSend[] {
    return this.#host.lines;
  }

  /** True while a person is asked. */
  get asks(): boolean {
    return this.choice === null && this.orders.length > 0;
  }

  /** The order that takes the prescriptions; null where they become one of their own. */
  get target(): CombinableOrder | null {
    return this.orders.find(({ id }) => id === this.choice) ?? null;
  }

  /** Asks which orders can take what is pending; a page that did not ask for combining is asked nothing. */
  async look(): Promise<void> {
    const { enableCombineAndDuplicate, enableOrder } = this.#scope.config();
    const patientId = this.#host.patient.record?.id;
    this.orders = [];
    if (!enableCombineAndDuplicate || !enableOrder || patientId === undefined) return;
    const { session, signal } = this.#scope;
    try {
      const data = await within(this.#scope, () =>
        session.query(CombinableOrders, { patientId }, { signal }),
      );
      this.orders = (data?.combinableOrders ?? []).filter((order) => this.#takes(order));
    } catch {
      // It is an offer: without it the prescriptions go as an order of their own.
    }
  }

  forget(): void {
    this.orders = [];
    this.choice = null;
  }

  /**
   * The order has just left, or took no more: the same prescriptions become an order of their own, at its pharmacy where none is chosen.
   * Nothing is sent by this.
   */
  refused(): void {
    const { pharmacy } = this.#host;
    const former = this.target?.pharmacy ?? null;
    this.choice = 'new';
    if (former === null || pharmacy.problems().length === 0) return;
    pharmacy.select(former, former.kind === 'MAIL_ORDER' ? 'mail-order' : 'local-pickup');
  }

  /** What is on an order already is added again for a stated reason only: without one, it is not offered. */
  #takes({ fills }: CombinableOrder): boolean {
    const there = new Set(fills.map(({ prescription }) => prescription?.treatment.id));
    return this.lines.every(
      ({ treatment, repeatReason }) =>
        treatment === null || !there.has(treatment.id) || repeatReason !== null,
    );
  }
}
