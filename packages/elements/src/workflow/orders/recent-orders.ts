// Owns the card of the patient's recent orders: what is under way or was made in the last days, each where it stands now.
import type { DataOf, Session } from '@pestle/client';
import { RecentOrders } from '@pestle/client/documents/orders';
import { momentText } from '@pestle/rules/moment';
import { orderName } from '@pestle/rules/order-number';
import { repeat } from 'lit/directives/repeat.js';
import { html, nothing, type TemplateResult } from 'lit/html.js';
import { note } from '../../kit/look/icons.ts';
import { hasEnded, trouble } from '../../kit/trouble.ts';
import type { FollowedFill } from '../../situation/board.ts';
import { FollowedList } from '../../situation/followed-list.ts';
import { News } from '../../situation/news.ts';
import { isOver, worstOf } from '../../situation/situation-model.ts';
import { clockOf, situationChip } from '../../situation/situation-view.ts';
import { situation as english, type SituationText } from '../../text/en/situation.ts';
import type { OrdersText } from '../../text/en/workflow/orders.ts';
import { PartWords } from '../../text/part-words.ts';
import type { Part, WorkflowHost } from '../part.ts';
import { orderMedications, orderText, signersOf } from './order-line.ts';
import { ordersWords } from './words.ts';

type OrderNode = DataOf<typeof RecentOrders>['orders']['nodes'][number];

/** So many are asked for, and so many shown at most; what has ended is shown for so long after it was made. */
const ASKED = 10;
const SHOWN_MAX = 5;
const ENDED_FOR_MS = 7 * 24 * 3_600_000;

class RecentOrdersList extends FollowedList {
  #orders: readonly OrderNode[] = [];
  readonly #patientId: string;

  constructor(session: Session, patientId: string, changed: () => void) {
    super(session, patientId, changed);
    this.#patientId = patientId;
    void this.look();
  }

  /** Newest first. */
  get shown(): readonly OrderNode[] {
    const since = Date.now() - ENDED_FOR_MS;
    return this.#orders
      .filter((order) => Date.parse(order.createdAt) >= since || !this.fillsOf(order).every(isOver))
      .slice(0, SHOWN_MAX);
  }

  /** As any view of this session read them last. */
  fillsOf({ fills }: OrderNode): readonly FollowedFill[] {
    return fills.map((fill) => this.board.of(fill.id) ?? fill);
  }

  protected override fills(): readonly FollowedFill[] {
    return this.#orders.flatMap((order) => this.fillsOf(order));
  }

  protected override async ask(): Promise<() => void> {
    const asked = this.board.asking();
    const variables = { patientId: this.#patientId, first: ASKED };
    const { orders } = await this.session.query(RecentOrders, variables, { signal: this.signal });
    return () => {
      this.#orders = orders.nodes;
      this.board.take(
        asked,
        orders.nodes.flatMap(({ fills }) => fills),
      );
    };
  }
}

/** Shown while `enable-combine-and-duplicate` is set and the patient has such orders. */
export class RecentOrdersCard implements Part {
  readonly #host: WorkflowHost;
  readonly #words: PartWords<OrdersText>;
  readonly #situation: PartWords<SituationText>;
  readonly #news = new News();
  #list: RecentOrdersList | undefined;

  constructor(host: WorkflowHost) {
    this.#host = host;
    this.#words = ordersWords(host.update);
    this.#situation = new PartWords(
      english,
      async () => (await import('../../text/es/situation.ts')).situation,
      host.update,
    );
  }

  render(): unknown {
    const { config, text, id, session } = this.#host;
    const list = this.#list;
    if (!config.enableCombineAndDuplicate || list === undefined) return nothing;
    const { language } = text.kit;
    const words = this.#words.of(language);
    const failed = list.status === 'failed';
    const { shown } = list;
    if (!failed && shown.length === 0) return nothing;
    const said = trouble(this.#host, failed ? words.failed : text.order.notFollowed, list.error, () => {
      void list.look();
    });
    return html`<section class="card" part="recent-orders" aria-labelledby=${id('recent-orders')}>
      <h2 id=${id('recent-orders')}>${words.recent}</h2>
      <div class="stack">
        ${failed || list.stale || hasEnded(session) ? note(failed ? 'danger' : 'warn', said) : nothing}
        <ul class="list">${repeat(
          shown,
          (order) => order.id,
          (order) => this.#row(order, list, this.#situation.of(language)),
        )}</ul>
      </div>
    </section>`;
  }

  updated(): void {
    const { config, state, session } = this.#host;
    const { record } = state.patient;
    if (!config.enableCombineAndDuplicate) this.dispose();
    else if (this.#list === undefined && record !== null && session.state === 'ready') {
      const list = new RecentOrdersList(session, record.id, () => this.#changed());
      this.#list = list;
      state.signal.addEventListener('abort', () => list.stop(), { once: true });
    }
  }

  /** Looks again at once, after something was sent here. */
  refresh(): void {
    void this.#list?.look();
  }

  resume(): void {
    this.refresh();
  }

  dispose(): void {
    this.#list?.stop();
    this.#list = undefined;
  }

  #row(order: OrderNode, list: RecentOrdersList, situation: SituationText): TemplateResult {
    const { text, session } = this.#host;
    const clock = clockOf(session, situation);
    const worst = worstOf(list.fillsOf(order));
    return html`<li part="order">
      <div class="top">${orderMedications(order, text.kit.language)}${
        worst === undefined ? nothing : situationChip(worst, situation.situations[worst].word)
      }</div>
      <div class="facts">
        ${order.pharmacy === null ? nothing : html`<span>${order.pharmacy.name}</span>`}
        <span>${signersOf(order)}</span>
        <span class="unbroken">${momentText(order.createdAt, clock)}</span>
        <span class="unbroken">${orderName(order, text.kit.language)}</span>
      </div>
    </li>`;
  }

  /** What changed is said once; of what was just sent, the card above says it. */
  #changed(): void {
    const { text, state } = this.#host;
    this.#host.update();
    const list = this.#list;
    if (list === undefined) return;
    const { language } = text.kit;
    const rows = list.shown.flatMap((order) => {
      const key = worstOf(list.fillsOf(order));
      return key === undefined ? [] : [{ id: order.id, key, order }];
    });
    for (const { key, order } of this.#news.of(rows)) {
      if (order.id === state.review.submission.sent?.order?.id || this.#host.config.enableMedHistory)
        continue;
      const { word } = this.#situation.of(language).situations[key];
      this.#host.announce(this.#words.of(language).changed(orderText(order, language), word));
    }
  }
}
