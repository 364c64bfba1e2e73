// What attempts are given: the store, the facts, the channels, and whom to notify.

import type { RunLimited } from '../../kernel/concurrency/limit.ts';
import type { Ports } from '../../kernel/ports.ts';
import type { ActDeps } from '../../prescribing/inside.ts';
import type { StoreWatch } from '../../store/inside.ts';
import type { Store } from '../../store/store.ts';
import type { TextCarrier } from '../carriers/text/carrier.ts';
import type { FaxDrawing } from '../channels/fax-page.ts';
import type { ScriptSender } from '../channels/script.ts';
import type { Sender } from '../channels/sender.ts';
import type { Breaker } from '../lanes/guard/breaker.ts';
import type { Neighbours } from '../lanes/guard/neighbours.ts';
import type { FactsSource } from '../ledger/facts-source.ts';
import type { FillNews } from '../ledger/fill-news.ts';
import type { TextLinks } from '../texts/write-text.ts';
import type { AttemptNews, HeldNews, UnbuiltNews } from './news.ts';
import type { AcceptPlainly, Begin, BeginText } from './together.ts';

export interface FinishDeps {
  /** What links in texts are made of. */
  readonly links: TextLinks;
  readonly store: Store;
  readonly ports: Ports;
  readonly workerId: string;
}

/** What every claim finds the store by; it hears of each. */
export type ClaimWatch = Pick<StoreWatch, 'remembered' | 'somethingLeaves'>;

/** What claims rows. */
export interface ClaimDeps extends FinishDeps {
  readonly storeWatch: ClaimWatch;
}

export interface TextDeps extends ClaimDeps, TextLinks {
  readonly carrier: TextCarrier;
}

export interface AttemptDeps extends ActDeps, ClaimDeps {
  /** Claims rows and puts down that their attempts begin. */
  readonly begin: Begin;
  /** Puts plain ends down. */
  readonly acceptPlainly: AcceptPlainly;
  readonly facts: FactsSource;
  /** Hears of errors of our own, and of work that came to its end. */
  readonly breaker: Pick<Breaker, 'worked' | 'faulted' | 'isHeld' | 'keeps'>;
  /** Tells a store that is away for all from one that fails for one row alone. */
  readonly neighbours: Neighbours;
  /** How long a message may wait for the ends of windows of maintenance, in all; one that cannot goes by fax. */
  readonly maintenanceWaitMs: number;
  /** Lets few attempts prepare themselves at a time. */
  readonly limited: RunLimited;
  readonly sender: Sender;
  readonly scriptSender: ScriptSender;
  readonly faxPages: FaxDrawing;
  /** Called for every message that could not be built. */
  readonly unbuilt?: ((news: UnbuiltNews) => void) | undefined;
  /** Called for every attempt that was made, when its end is put down. */
  readonly ended?: ((news: AttemptNews) => void) | undefined;
  /** Called when a prescription or a cancel goes by fax instead, or to a person, once that is committed; with nothing where neither is so. */
  readonly turned?: ((news: FillNews | undefined) => void) | undefined;
  readonly beginText: BeginText;
  /** Called when the service holds a row itself, because errors of its own keep it from every other end. */
  readonly held?: ((news: HeldNews) => void) | undefined;
  /** Called for errors of our own that are met on the way to an end; no health information is in them. */
  readonly onFault?: ((error: unknown) => void) | undefined;
}
