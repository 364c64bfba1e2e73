// Owns what this browser remembers of prefills that a person deleted: a page that is loaded again asks for them once more (W2).
import { STATE_LIMITS } from '../limits.ts';
import type { PatientState } from '../patient-state.ts';
import type { Scope } from '../scope.ts';
import type { Signer } from '../signer.ts';

const NAME = 'pestle-deleted-prefills';

/**
 * Digests with a time, nothing else: of whom, of which patient and of what cannot be read out of them. For a day; a later visit is
 * another one. Where the browser keeps nothing, it is remembered as long as the page.
 */
export class DeletedPrefills {
  readonly #scope: Scope;
  readonly #of: { readonly patient: PatientState; readonly signer: Signer };
  readonly #here = new Map<string, number>();

  constructor(scope: Scope, of: { readonly patient: PatientState; readonly signer: Signer }) {
    this.#scope = scope;
    this.#of = of;
  }

  /** When it was deleted, in milliseconds; undefined where it was not, or long ago. */
  async deletedAt(source: string): Promise<number | undefined> {
    const name = await this.#digest(source);
    return this.#rows().get(name);
  }

  async keep(source: string): Promise<void> {
    const name = await this.#digest(source);
    const rows = this.#rows();
    rows.set(name, this.#scope.now());
    this.#write(rows);
  }

  /** A person has brought it back. */
  async forget(source: string): Promise<void> {
    const name = await this.#digest(source);
    const rows = this.#rows();
    if (rows.delete(name)) this.#write(rows);
  }

  #rows(): Map<string, number> {
    const since = this.#scope.now() - STATE_LIMITS.deletedPrefillMs;
    return new Map([...this.#here, ...this.#stored()].filter(([, atMs]) => atMs > since));
  }

  #stored(): ReadonlyArray<readonly [string, number]> {
    try {
      const rows: unknown = JSON.parse(this.#scope.storage()?.getItem(NAME) ?? '{}');
      return Object.entries(rows as object).filter((row): row is [string, number] => Number.isFinite(row[1]));
    } catch {
      // Another script's, or none at all.
      return [];
    }
  }

  #write(rows: ReadonlyMap<string, number>): void {
    this.#here.clear();
    const newest = [...rows].toSorted(([, a], [, b]) => b - a).slice(0, STATE_LIMITS.deletedPrefillsMax);
    for (const [name, atMs] of newest) this.#here.set(name, atMs);
    try {
      this.#scope.storage()?.setItem(NAME, JSON.stringify(Object.fromEntries(newest)));
    } catch {
      // Full, or forbidden: remembered here.
    }
  }

  async #digest(source: string): Promise<string> {
    const { apiUrl, me } = this.#scope.session;
    const { patient, signer } = this.#of;
    const what = JSON.stringify([apiUrl, me?.id, signer.prescriberId, patient.record?.id, source]);
    const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(what));
    return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
}
