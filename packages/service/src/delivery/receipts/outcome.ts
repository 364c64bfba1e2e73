// Owns what a receipt can come to, and what it needs to come to it.
import type { OrganizationId } from '@pestle/rules/ids';
import type { Ports } from '../../kernel/ports.ts';
import type { Store } from '../../store/store.ts';
import type { Receipt, ReceiptReader } from '../carriers/common/receipt.ts';
import type { FactsSource } from '../ledger/facts-source.ts';
import type { FillNews } from '../ledger/fill-news.ts';
import type { TextLinks } from '../texts/write-text.ts';

/**
 * What became of a receipt. `applied`: it moved something. `repeated`: it says what is known. `contradicts`: it says that what was
 * delivered has failed, which is kept nowhere but in the log. `unknown`: of nothing that we handed over.
 */
export type ReceiptOutcome =
  | 'applied'
  | 'repeated'
  | 'contradicts'
  | 'unknown'
  | 'irrelevant'
  | 'unsigned'
  | 'not-taken';

export type CarrierOf = 'fax' | 'text';

/** For the log and for figures: ids and codes only. */
export interface ReceiptNews {
  readonly of: CarrierOf;
  readonly outcome: ReceiptOutcome;
  readonly state: Receipt['state'] | null;
  readonly reference: string | null;
  readonly reason: string | null;
}

export interface ReceiptsDeps {
  readonly store: Store;
  readonly ports: Ports;
  readonly workerId: string;
  readonly facts: FactsSource;
  readonly readers: Readonly<Record<CarrierOf, ReceiptReader | undefined>>;
  readonly onReceipt?: ((news: ReceiptNews) => void) | undefined;
  /** Called when what a receipt says sends a fill to a person. */
  readonly turned?: ((news: FillNews | undefined) => void) | undefined;
  /** What links in texts are made of. */
  readonly links: TextLinks;
  /** Told of what may leave now. */
  readonly wake: (orgId: OrganizationId, id: string) => void;
}
