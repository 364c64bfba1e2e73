// Owns what can be done with an order from the card after sending: with the order beside it, with one medicine at its line.
import type { ActSubject } from '../../acts/act-model.ts';
import type { Acts } from '../../acts/acts.ts';
import { loadCode } from '../../kit/load-code.ts';
import { medicationText } from '../../kit/medication.ts';
import type { OrderRecord, PrescriptionRecord } from '../../records.ts';
import { boardOf, type FollowedFill } from '../../situation/board.ts';
import { actsHostOf } from '../acts-host.ts';
import type { WorkflowHost } from '../part.ts';
import type { Sent } from '../state/signing/submission.ts';

export class ResultActs {
  readonly #host: WorkflowHost;
  #acts: Acts | undefined;
  #wanted = false;

  constructor(host: WorkflowHost) {
    this.#host = host;
  }

  /** With one medicine; of an order with one, all that can be done stands beside it. */
  ofLine(sent: Sent, prescription: PrescriptionRecord): unknown {
    const { order } = sent;
    if (order === null || order.fills.length === 1) return undefined;
    const fill = this.#fillOf(order, prescription.id);
    return fill === undefined ? undefined : this.#draw(order, fill, prescription, true);
  }

  /** With the order, or with its only medicine. */
  ofOrder({ prescriptions }: Sent, order: OrderRecord): unknown {
    const [only] = prescriptions;
    if (order.fills.length === 1 && only !== undefined)
      return this.#draw(order, this.#fillOf(order, only.id) ?? null, only, false);
    return this.#draw(order, null, undefined, false);
  }

  #draw(
    order: OrderRecord,
    fill: FollowedFill | null,
    prescription: PrescriptionRecord | undefined,
    lineOnly: boolean,
  ): unknown {
    void this.#load();
    const board = boardOf(this.#host.session);
    const fills = order.fills.flatMap(({ id }) => board.of(id) ?? []);
    if (this.#acts === undefined || fills.length === 0) return undefined;
    const subject: ActSubject = {
      place: `sent-${prescription?.id ?? order.id}`,
      orderId: order.id,
      fill,
      line:
        prescription === undefined
          ? this.#acts.wholeOrder(order.fills.length)
          : medicationText(prescription.treatment, this.#host.text.kit.language),
      prescriptionId: prescription?.id ?? null,
      lines: order.fills.length,
      offers: this.#acts.offers(order.id, fills),
      lineOnly,
    };
    return this.#acts.render(subject, (fillId) => lineOf(order, fillId, this.#host.text.kit.language));
  }

  #fillOf(order: OrderRecord, prescriptionId: string): FollowedFill | undefined {
    const made = order.fills.find(({ prescription }) => prescription?.id === prescriptionId);
    return made === undefined ? undefined : boardOf(this.#host.session).of(made.id);
  }

  /** Once; what could not be loaded is tried again at the next drawing. */
  async #load(): Promise<void> {
    const { state } = this.#host;
    if (this.#wanted) return;
    this.#wanted = true;
    try {
      const { Acts: Made } = await loadCode(() => import('../../acts/acts.ts'));
      if (state.signal.aborted) return;
      const acted = (): void => state.review.submission.sent?.live?.retry();
      this.#acts = new Made(actsHostOf(this.#host, state.signal, acted));
      this.#host.update();
    } catch {
      this.#wanted = false;
    }
  }
}

function lineOf({ fills }: OrderRecord, fillId: string, language: string): string | undefined {
  const treatment = fills.find(({ id }) => id === fillId)?.prescription?.treatment;
  return treatment === undefined ? undefined : medicationText(treatment, language);
}
