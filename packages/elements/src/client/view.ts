// What `svc-client` shows of its session: nothing while somebody is signed in, else a sentence and what to do.
import type { ClientSession, IdleEnd } from '@pestle/client/session';

/** A sentence, by the code of a problem or as it is; its words are in `words.ts`. */
export interface View {
  readonly sentence?: 'invitation' | 'ending' | 'ended' | 'signingIn' | 'closeWindow';
  readonly code?: string;
  /** What is said where no sentence of ours fits. */
  readonly message?: string;
  readonly isProblem: boolean;
  readonly actions: readonly Action[];
}

export type ActionName = 'stay' | 'sign-in' | 'sign-in-here' | 'cancel' | 'retry';

export interface Action {
  readonly name: ActionName;
  readonly label:
    | 'stay'
    | 'signIn'
    | 'signInAgain'
    | 'signInHere'
    | 'signInAsAnother'
    | 'cancel'
    | 'tryAgain';
}

const SIGN_IN: Action = { name: 'sign-in', label: 'signIn' };

export interface Showing {
  readonly session: ClientSession | undefined;
  /** What the page has not set, in sentences; empty when it can be used. */
  readonly unset: string;
  /** Whether the session ends because nobody uses it; undefined before that is watched. */
  readonly idle: Pick<IdleEnd, 'isEnding' | 'stay'> | undefined;
  /** This is the window of a sign-in, which has come back. */
  readonly isReturningWindow: boolean;
}

/** Null when there is nothing to say. */
export function viewOf({ session, unset, idle, isReturningWindow }: Showing): View | null {
  if (unset !== '') return { message: unset, isProblem: true, actions: [] };
  if (session === undefined) return null;
  const { state, problem } = session;
  const shown =
    problem === undefined
      ? {}
      : { code: problem.kind === 'server' ? 'SERVER' : problem.code, message: problem.message };
  switch (state) {
    case 'ready':
    case 'loading':
      if (idle?.isEnding === true)
        return { sentence: 'ending', isProblem: true, actions: [{ name: 'stay', label: 'stay' }] };
      // A window for a fresh proof that was blocked is told by the body that asked for it.
      return null;
    case 'signing-in':
      return isReturningWindow
        ? { sentence: 'closeWindow', isProblem: false, actions: [] }
        : { sentence: 'signingIn', isProblem: false, actions: [{ name: 'cancel', label: 'cancel' }] };
    case 'signed-out':
      return signedOut(session, shown);
    case 'wrong-organization':
      return { ...shown, isProblem: true, actions: [{ name: 'sign-in', label: 'signInAsAnother' }] };
    case 'failed':
      return { ...shown, isProblem: true, actions: [{ name: 'retry', label: 'tryAgain' }] };
    default:
      return state satisfies never;
  }
}

function signedOut({ problem, me, hidden }: ClientSession, shown: Pick<View, 'code' | 'message'>): View {
  const isKnown = me !== undefined && !hidden;
  const actions: Action[] = [isKnown ? { name: 'sign-in', label: 'signInAgain' } : SIGN_IN];
  if (problem?.code === 'POPUP_BLOCKED') actions.push({ name: 'sign-in-here', label: 'signInHere' });
  return {
    ...(problem === undefined ? { sentence: isKnown ? 'ended' : 'invitation' } : shown),
    isProblem: problem !== undefined,
    actions,
  };
}
