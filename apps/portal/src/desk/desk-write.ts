// Owns one act on something of the desk: written once, and what became of it in words, with who was faster and when.
import type { Session } from '@pestle/client';
import { ClientError, newKey } from '@pestle/client';
import {
  PortalAssignDeskItem,
  PortalConfirmPhoneNumber,
  PortalNoteOnDeskItem,
  PortalTakeDeskItem,
} from '@pestle/client/documents/portal-desk';
import { errorText, momentText } from '@pestle/elements/views';
import { practiceClock } from '../page/status.ts';
import type { SharedWords } from '../page/words.ts';
import type { DeskText } from '../text/en/desk.ts';

export type DeskAct =
  | { readonly kind: 'take'; readonly id: string; readonly from: string | null }
  | { readonly kind: 'hand'; readonly id: string; readonly userId: string }
  | { readonly kind: 'note' | 'right'; readonly id: string; readonly text: string };

/** Who has taken it meanwhile, or handled it. */
interface Faster {
  readonly id: string;
  readonly name: string;
  readonly at: string;
}

export class DeskWrite {
  /** One per intent: sent again after a lost answer, it is the same write. */
  #key = newKey();
  #sent = '';
  busy = false;
  /** Why the last one did not work; '' when it did. */
  problem = '';
  /** Who took it before; undefined where nobody did. */
  takenBy: Faster | undefined;
  /** It lies there no more: settled, or handled by somebody else. */
  isGone = false;

  forget(): void {
    this.problem = '';
    this.takenBy = undefined;
    this.isGone = false;
  }

  /** True when it is done. */
  async send(
    session: Session,
    act: DeskAct,
    { words, shared }: { readonly words: DeskText; readonly shared: SharedWords },
  ): Promise<boolean> {
    if (this.busy) return false;
    const sent = JSON.stringify(act);
    if (sent !== this.#sent) this.#key = newKey();
    this.#sent = sent;
    this.busy = true;
    this.forget();
    try {
      await write(session, act, this.#key);
      this.#key = newKey();
      return true;
    } catch (error) {
      const known = error instanceof ClientError ? error : undefined;
      if (known?.mayHaveHappened !== true) this.#key = newKey();
      this.problem = known === undefined ? shared.kit.failed : errorText(shared, known);
      this.isGone = known?.code === 'DESK_ITEM_GONE';
      const faster = known === undefined ? undefined : fasterIn(known, words);
      if (faster === undefined) return false;
      const at = momentText(faster.at, practiceClock(session, shared));
      if (known?.code === 'DESK_ITEM_TAKEN') {
        this.takenBy = faster;
        this.problem = words.taken(faster.name, at);
      } else if (this.isGone) this.problem = words.handled(faster.name, at);
      return false;
    } finally {
      this.busy = false;
    }
  }
}

async function write(session: Session, act: DeskAct, key: string): Promise<void> {
  const { kind, id } = act;
  switch (kind) {
    case 'take':
      await session.mutate(PortalTakeDeskItem, { id, from: act.from }, { key });
      return;
    case 'hand':
      await session.mutate(PortalAssignDeskItem, { id, userId: act.userId }, { key });
      return;
    case 'note':
      await session.mutate(PortalNoteOnDeskItem, { id, text: act.text }, { key });
      return;
    case 'right':
      await session.mutate(PortalConfirmPhoneNumber, { id, reason: act.text }, { key });
      return;
    default:
      throw new Error(`unknown act ${String(kind satisfies never)}`);
  }
}

function fasterIn(error: ClientError, words: DeskText): Faster | undefined {
  const said: Readonly<Record<string, unknown>> = error.detail.errors?.[0]?.extensions ?? {};
  const { by, at } = said;
  if (typeof by !== 'object' || by === null || typeof at !== 'string') return undefined;
  const { id, name } = by as { readonly id?: unknown; readonly name?: unknown };
  if (typeof id !== 'string') return undefined;
  return { id, name: typeof name === 'string' ? name : words.somebody, at };
}
