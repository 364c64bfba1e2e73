// Owns who is signed in: whether they may prepare and sign, for whom staff prepare, and the attestation (A2).
import type { DataOf } from '@pestle/client';
import { Me } from '@pestle/client/documents/people';
import { AgreeToAttestation, Prescribers, SignatureAttestation } from '@pestle/client/documents/signer';
import type { Me as MeRecord } from '@pestle/client/session';
import { asClientError } from '../../kit/client-error.ts';
import type { PrescriberRecord } from '../../records.ts';
import type { Intents } from './intents.ts';
import { STATE_LIMITS } from './limits.ts';
import type { Problem } from './problem.ts';
import { ownProblem } from './problem.ts';
import type { Scope } from './scope.ts';
import { within } from './scope.ts';

export type AttestationRecord = NonNullable<DataOf<typeof SignatureAttestation>['attestation']>;

export class Signer {
  /** The text to agree to before anything is signed, with its version; null when none is asked for. */
  attestation: AttestationRecord | null = null;
  /** For staff: who can sign. */
  prescribers: readonly PrescriberRecord[] = [];
  /** For staff: who will sign; null while nobody is chosen. */
  prescriberId: string | null = null;
  /** Why agreeing, or the list of prescribers, did not work; tried again by calling it again. */
  error: ReturnType<typeof asClientError> | null = null;
  busy = false;
  readonly #scope: Scope;
  readonly #intents: Intents;
  /** Newer than the session's own, after the attestation. */
  #me: MeRecord | undefined;

  constructor(scope: Scope, intents: Intents) {
    this.#scope = scope;
    this.#intents = intents;
  }

  get me(): MeRecord | undefined {
    const { me } = this.#scope.session;
    return this.#me !== undefined && this.#me.id === me?.id ? this.#me : me;
  }

  /** `prescriber` also while something is missing for it; `nobody`: neither writes prescriptions nor prepares them. */
  get role(): 'prescriber' | 'staff' | 'nobody' {
    const roles = this.me?.roles ?? [];
    if (roles.includes('PRESCRIBER')) return 'prescriber';
    return roles.includes('STAFF') ? 'staff' : 'nobody';
  }

  /** What is missing to prescribe, in words; the attestation is asked for by itself. */
  get missing(): readonly { readonly code: string; readonly text: string }[] {
    return this.me?.missing.filter(({ code }) => code !== 'attestation') ?? [];
  }

  get needsAttestation(): boolean {
    return (
      this.role === 'prescriber' && (this.me?.missing.some(({ code }) => code === 'attestation') ?? false)
    );
  }

  /** True when drafts may be made: the service would refuse them otherwise, so that nothing is even tried (A2). */
  get mayPrepare(): boolean {
    if (this.role === 'prescriber') return this.me?.mayPrescribe ?? false;
    return this.role === 'staff' && this.prescriberId !== null;
  }

  /** What stops signing, and for `prepare` also writing. */
  problems(act: 'prepare' | 'sign'): readonly Problem[] {
    const location = { in: 'prescriber' } as const;
    if (this.#scope.session.state === 'signed-out' || this.me === undefined)
      return [ownProblem('SIGNED_OUT', location)];
    if (this.role === 'nobody') return [ownProblem('MAY_NOT_PRESCRIBE', location)];
    if (this.role === 'staff') {
      if (act === 'sign') return [ownProblem('STAFF_CANNOT_SIGN', location)];
      return this.prescriberId === null ? [ownProblem('NO_PRESCRIBER', location)] : [];
    }
    const missing = this.missing.map(({ code }) => ownProblem('MAY_NOT_PRESCRIBE', location, code));
    return this.needsAttestation ? [...missing, ownProblem('ATTESTATION', { in: 'attestation' })] : missing;
  }

  /** Loads what is asked of this person: the attestation, or for staff the prescribers. */
  async load(): Promise<void> {
    await this.#attempt(async () => {
      if (this.needsAttestation) await this.#loadAttestation();
      if (this.role === 'staff' && this.prescribers.length === 0) await this.#loadPrescribers();
    });
  }

  /** Staff name who will sign. */
  choosePrescriber(id: string | null): void {
    this.prescriberId = this.prescribers.some((one) => one.id === id) ? id : null;
    this.#scope.changed();
  }

  /** Agrees to exactly the text that was shown. */
  async agree(): Promise<void> {
    const shown = this.attestation;
    if (shown === null) return;
    await this.#attempt(async () => {
      const { session } = this.#scope;
      const { version, hash } = shown;
      await this.#intents.write(session, 'attestation', AgreeToAttestation, { version, hash });
      await this.refresh();
      if (this.needsAttestation) await this.#loadAttestation();
      else this.attestation = null;
    });
  }

  /** Asks again what this person may do: it can change while a page is open. */
  async refresh(): Promise<void> {
    const { session, signal } = this.#scope;
    const data = await within(this.#scope, () => session.query(Me, {}, { signal }));
    if (data === undefined) return;
    this.#me = data.me;
    this.#scope.changed();
  }

  async #attempt(work: () => Promise<void>): Promise<void> {
    this.busy = true;
    this.error = null;
    this.#scope.changed();
    try {
      await within(this.#scope, work);
    } catch (error) {
      this.error = asClientError(error);
    }
    this.busy = false;
    this.#scope.changed();
  }

  async #loadAttestation(): Promise<void> {
    const { session, signal } = this.#scope;
    const { attestation } = await session.query(SignatureAttestation, {}, { signal });
    this.attestation = attestation;
  }

  async #loadPrescribers(): Promise<void> {
    const { session, signal } = this.#scope;
    const found: PrescriberRecord[] = [];
    let after: string | null = null;
    for (let page = 0; page < STATE_LIMITS.prescriberPagesMax; page += 1) {
      const { users }: DataOf<typeof Prescribers> = await session.query(Prescribers, { after }, { signal });
      found.push(...users.nodes.filter((one) => one.mayPrescribe));
      if (!users.pageInfo.hasNextPage) break;
      after = users.pageInfo.endCursor;
    }
    this.prescribers = found;
    const [only] = found;
    if (found.length === 1 && only !== undefined) this.prescriberId = only.id;
  }
}
