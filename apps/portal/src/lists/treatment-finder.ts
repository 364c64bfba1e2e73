// Owns finding a medication in the drug file, for the lists of the practice: what is typed is sent as a form, and each hit has one act.
import type { DataOf, Session } from '@pestle/client';
import { ClientError } from '@pestle/client';
import { PortalFindTreatments } from '@pestle/client/documents/portal-lists';
import { errorText, note } from '@pestle/elements/views';
import type { TemplateResult } from 'lit';
import { html, nothing } from 'lit';
import { PORTAL_LIMITS } from '../limits.ts';
import { typedIn } from '../page/change.ts';
import { medicationLine } from '../page/medication.ts';
import type { SharedWords } from '../page/words.ts';

export type FoundTreatment = DataOf<typeof PortalFindTreatments>['treatments']['hits']['nodes'][number];

interface Around {
  readonly session: Session;
  readonly shared: SharedWords;
  readonly words: { readonly find: string; readonly search: string; readonly noneFound: string };
  /** What is on the list already. */
  readonly known: ReadonlySet<string>;
  readonly act: (found: FoundTreatment) => TemplateResult;
}

export class TreatmentFinder {
  readonly #draw: () => void;
  #found: readonly FoundTreatment[] | undefined;
  #problem = '';

  constructor(draw: () => void) {
    this.#draw = draw;
  }

  /** What was found belongs to the list that is shown. */
  forget(): void {
    this.#found = undefined;
    this.#problem = '';
  }

  search(around: Around): TemplateResult {
    const { words } = around;
    return html`<form role="search" @submit=${(event: SubmitEvent) => void this.#find(event, around)}>
        <div class="row"><input name="text" aria-label=${words.find} required minlength="3" maxlength=${PORTAL_LIMITS.searchCharactersMax} autocomplete="off"><button>${words.search}</button></div></form>
      ${this.#problem === '' ? nothing : note('danger', this.#problem, { role: 'alert' })}
      ${this.#found?.length === 0 ? html`<p role="status">${words.noneFound}</p>` : nothing}`;
  }

  /** Nothing before something was found. */
  hits({ known, act }: Around): TemplateResult | typeof nothing {
    if (this.#found === undefined || this.#found.length === 0) return nothing;
    return html`<ul class="events">${this.#found
      .filter(({ id }) => !known.has(id))
      .map(
        (one) =>
          html`<li class="head"><div>${medicationLine(one)}</div><div class="end">${act(one)}</div></li>`,
      )}</ul>`;
  }

  async #find(event: SubmitEvent, { session, shared }: Around): Promise<void> {
    event.preventDefault();
    this.#problem = '';
    const text = typedIn(new FormData(event.target as HTMLFormElement), 'text');
    try {
      this.#found = (await session.query(PortalFindTreatments, { text })).treatments.hits.nodes;
    } catch (error) {
      this.#problem = error instanceof ClientError ? errorText(shared, error) : shared.kit.failed;
    }
    this.#draw();
  }
}
