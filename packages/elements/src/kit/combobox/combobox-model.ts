// Owns how a combobox behaves, without a document: what is open, what is highlighted, and what a key does (ARIA 1.2).

/** A choice. `disabledReason` keeps it visible and readable, and lets nobody pick it. */
export type Choice<T> = {
  readonly key: string;
  readonly value: T;
  /** The key of its group; neighbors of one group stand under one heading. */
  readonly group: string;
  /** What a screen reader says when it is refused. */
  readonly label: string;
  readonly disabledReason?: string | undefined;
  /** A line is drawn above it: it must not be taken for the one before. */
  readonly apart?: boolean | undefined;
};

/** `active` is the highlighted choice, or -1: nothing is ever highlighted by typing. */
export type ComboboxState = { readonly open: boolean; readonly active: number; readonly text: string };

/** What a key asks for beyond the new state. */
export type ComboboxAct = 'none' | 'pick' | 'refuse' | 'clear';
export type KeyOutcome = {
  readonly state: ComboboxState;
  readonly act: ComboboxAct;
  readonly handled: boolean;
};

export const CLOSED: ComboboxState = { open: false, active: -1, text: '' };

/** Typing opens the list and takes the highlight away: Enter then does nothing, so that no neighbor is picked by accident. */
export function typed(text: string): ComboboxState {
  return { open: true, active: -1, text };
}

/** The state after new choices came in: the highlight follows its choice, or goes. */
export function withChoices<T>(
  state: ComboboxState,
  before: ReadonlyArray<Choice<T>>,
  after: ReadonlyArray<Choice<T>>,
): ComboboxState {
  const key = before[state.active]?.key;
  return key === undefined ? state : { ...state, active: after.findIndex((choice) => choice.key === key) };
}

/**
 * What a key does. Arrows open and move, round the ends and over no highlight; Enter picks what is highlighted and nothing
 * else; Escape closes, and clears when closed; Tab leaves without picking.
 */
export function pressKey<T>(
  state: ComboboxState,
  choices: ReadonlyArray<Choice<T>>,
  key: string,
): KeyOutcome {
  const count = choices.length;
  const moved = (active: number): KeyOutcome => ({
    state: { ...state, open: true, active },
    act: 'none',
    handled: true,
  });
  switch (key) {
    case 'ArrowDown':
      return moved(count === 0 || state.active === count - 1 ? -1 : state.active + 1);
    case 'ArrowUp':
      return moved(state.active === -1 ? count - 1 : state.active - 1);
    case 'Enter': {
      const choice = state.open ? choices[state.active] : undefined;
      if (choice === undefined) return { state, act: 'none', handled: state.open };
      if (choice.disabledReason !== undefined) return { state, act: 'refuse', handled: true };
      return { state: { ...state, open: false, active: -1 }, act: 'pick', handled: true };
    }
    case 'Escape':
      if (state.open) return { state: { ...state, open: false, active: -1 }, act: 'none', handled: true };
      if (state.text !== '') return { state: CLOSED, act: 'clear', handled: true };
      return { state, act: 'none', handled: false };
    case 'Tab':
      return { state: { ...state, open: false, active: -1 }, act: 'none', handled: false };
    default:
      return { state, act: 'none', handled: false };
  }
}

/** The choices in their groups, in the order in which the groups first appear; the index is that of the whole list. */
export function grouped<T>(choices: ReadonlyArray<Choice<T>>): ReadonlyArray<{
  readonly group: string;
  readonly members: ReadonlyArray<{ readonly choice: Choice<T>; readonly index: number }>;
}> {
  const groups: { group: string; members: { choice: Choice<T>; index: number }[] }[] = [];
  choices.forEach((choice, index) => {
    const last = groups.at(-1);
    if (last !== undefined && last.group === choice.group) last.members.push({ choice, index });
    else groups.push({ group: choice.group, members: [{ choice, index }] });
  });
  return groups;
}
