// Owns the search for a pharmacy of one kind: near a place, by name, page by page; a late answer never replaces a newer one.
import { type ClientError, isAbort, type Session } from '@pestle/client';
import { FindPharmacies } from '@pestle/client/documents/pharmacies';
import type { KitHost } from '../kit/host.ts';
import type { PharmacyText } from '../text/en/workflow/pharmacy.ts';
import { type Kind, type PharmacyHit, type Place, readPlace } from './pharmacy-model.ts';

const PAUSE_MS = 250;
/** Half a ZIP code, or a town whose state is yet to come, is no mistake while it is typed. */
const PARTIAL_PLACE_MS = 1_500;

/** What a search asks and tells; `signal` ends it with the view around it. */
export interface FinderHost extends Pick<KitHost, 'update' | 'announce'> {
  readonly session: Session;
  readonly signal: AbortSignal;
}

export class PharmacyFinder {
  place = '';
  name = '';
  hits: readonly PharmacyHit[] = [];
  status: 'idle' | 'asking' | 'done' | 'failed' = 'idle';
  /** The text of the place cannot be read. */
  unreadable = false;
  hasMore = false;
  readonly #host: FinderHost;
  readonly #kind: Kind;
  readonly #words: () => PharmacyText;
  #cursor: string | null = null;
  #request: AbortController | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #begun = false;

  constructor(host: FinderHost, kind: Kind, words: () => PharmacyText) {
    this.#words = words;
    this.#host = host;
    this.#kind = kind;
  }

  /** The first list, near the address of the order or of the patient; again only when asked. */
  begin(postalCode: string | undefined): void {
    if (this.#begun) return;
    this.#begun = true;
    if (postalCode !== undefined && this.#kind === 'LOCAL_PICKUP') this.place = postalCode.slice(0, 5);
    if (this.place !== '' || this.#kind === 'MAIL_ORDER') void this.ask();
  }

  type(change: { readonly place?: string; readonly name?: string }): void {
    this.place = change.place ?? this.place;
    this.name = change.name ?? this.name;
    this.unreadable = false;
    clearTimeout(this.#timer);
    const isHalf = this.place.trim() !== '' && readPlace(this.place) === undefined;
    this.#timer = setTimeout(() => void this.ask(), isHalf ? PARTIAL_PLACE_MS : PAUSE_MS);
    this.#host.update();
  }

  /** Asks now; `more`: for the next page. */
  async ask(more = false): Promise<void> {
    clearTimeout(this.#timer);
    const near = readPlace(this.place);
    const named = this.name.trim();
    this.unreadable = this.place.trim() !== '' && near === undefined;
    this.#request?.abort();
    if (this.unreadable || (near === undefined && named === '' && this.#kind === 'LOCAL_PICKUP')) {
      this.hits = [];
      this.hasMore = false;
      this.status = 'idle';
      this.#host.update();
      return;
    }
    const request = new AbortController();
    this.#request = request;
    this.status = 'asking';
    this.#host.update();
    await this.#load(request, near, named, more);
    if (this.#request === request) this.#host.update();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
  }

  async #load(
    request: AbortController,
    near: Place | undefined,
    named: string,
    more: boolean,
  ): Promise<void> {
    const { session } = this.#host;
    try {
      const variables = {
        kinds: [this.#kind],
        near: near ?? null,
        text: named === '' ? null : named,
        after: more ? this.#cursor : null,
      };
      const signal = AbortSignal.any([request.signal, this.#host.signal]);
      const { pharmacies } = await session.query(FindPharmacies, variables, { signal });
      if (this.#request !== request) return;
      this.hits = more ? [...this.hits, ...pharmacies.nodes] : pharmacies.nodes;
      this.hasMore = pharmacies.pageInfo.hasNextPage;
      this.#cursor = pharmacies.pageInfo.endCursor;
      this.status = 'done';
      this.#host.announce(this.#words().found(this.hits.length));
    } catch (error) {
      if (this.#request !== request || isAbort(error)) return;
      this.error = error as ClientError;
      this.status = 'failed';
    }
  }

  error: ClientError | undefined;
}
