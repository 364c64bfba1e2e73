// What `svc-client` shows of its session: nothing while somebody is signed in, else a sentence and what to do.
import type { ClientSession } from '@pestle/client/client-session';
import type { ClientWords } from './words.ts';

export interface View {
  readonly text: string;
  readonly isProblem: boolean;
  readonly actions: readonly Action[];
}

export type ActionName = 'sign-in' | 'sign-in-here' | 'cancel' | 'retry';

export interface Action {
  readonly name: ActionName;
  readonly label: string;
}

/** Null when there is nothing to say. */
export function viewOf(session: ClientSession, words: ClientWords, isReturningWindow: boolean): View | null {
  const { state, problem, me } = session;
  const told = problem === undefined ? undefined : (words.problems[problem.code] ?? problem.message);
  switch (state) {
    case 'ready':
    case 'loading':
      // A window for a fresh proof that was blocked is told by the body that asked for it.
      return null;
    case 'signing-in':
      if (isReturningWindow) return { text: words.closeWindow, isProblem: false, actions: [] };
      return view(words.signingIn, [{ name: 'cancel', label: words.cancel }]);
    case 'signed-out':
      return signedOut(session, words, told);
    case 'wrong-organization':
      return {
        text: told ?? '',
        isProblem: true,
        actions: [{ name: 'sign-in', label: words.signInAsAnother }],
      };
    case 'failed':
      return {
        text: told ?? '',
        isProblem: true,
        actions: [
          { name: 'retry', label: words.tryAgain },
          ...(problem?.kind === 'session' && me === undefined
            ? [{ name: 'sign-in', label: words.signIn } as const]
            : []),
        ],
      };
    default:
      return state satisfies never;
  }
}

function signedOut(
  { problem, me, hidden }: ClientSession,
  words: ClientWords,
  told: string | undefined,
): View {
  const again = me !== undefined && !hidden;
  const actions: Action[] = [{ name: 'sign-in', label: again ? words.signInAgain : words.signIn }];
  if (problem?.code === 'POPUP_BLOCKED') actions.push({ name: 'sign-in-here', label: words.signInHere });
  return {
    text: told ?? (again ? words.ended : words.invitation),
    isProblem: told !== undefined,
    actions,
  };
}

function view(text: string, actions: readonly Action[]): View {
  return { text, isProblem: false, actions };
}
