// Owns how a combobox behaves, without a document: what is open, what is highlighted, and what a key does (ARIA 1.2).

/** A choice. `disabledReason` keeps it visible and readable, and lets nobody pick it. */
export type Choice<T> = {
  /** No other choice of the list has it: its line is kept by it. */
  readonly key: string;
  readonly value: T;
  /** The key of its group; neighbors of one group stand under one heading. */
  readonly group: string;
  /** What a screen reader says when it is refused. */
  readonly label: string;
  readonly disabledReason?: string | undefined;
  /** A line is drawn above it: it must not be taken for the one before. */
  readonly apart?: boolean | undefined;
  /** Neighbors with the same key stand beside each other in one row; a choice without one is a row of its own. */
  readonly row?: string | undefined;
  /** The one of its row to which the arrows up and down lead; else the first. */
  readonly best?: boolean | undefined;
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
 * What a key does. Up and down open and move from row to row, round the ends and over no highlight; left and right move inside a row of
 * several, once something is highlighted; Enter picks what is highlighted and nothing else; Escape closes, and clears when closed; Tab
 * leaves without picking.
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
  const inRow = (active: number, step: 1 | -1): number => {
    const next = choices[active + step];
    return next !== undefined && sameRow(choices[active], next) ? active + step : -1;
  };
  // From the last of this row on, to the one of the next that is meant.
  const toRow = (step: 1 | -1): number => {
    let at = state.active;
    while (at >= 0 && inRow(at, step) >= 0) at = inRow(at, step);
    const edge = at === -1 && step === -1 ? count - 1 : at + step;
    if (edge < 0 || edge >= count) return -1;
    let first = edge;
    while (inRow(first, -1) >= 0) first -= 1;
    for (let one = first; one >= 0; one = inRow(one, 1)) if (choices[one]?.best === true) return one;
    return first;
  };
  switch (key) {
    case 'ArrowDown':
      return moved(toRow(1));
    case 'ArrowUp':
      return moved(toRow(-1));
    case 'ArrowLeft':
    case 'ArrowRight': {
      // Elsewhere they move in what is typed.
      const step = key === 'ArrowLeft' ? -1 : 1;
      const beside = state.open && state.active >= 0 ? inRow(state.active, step) : -1;
      if (beside >= 0) return moved(beside);
      const inSeveral =
        state.open && state.active >= 0 && (inRow(state.active, 1) >= 0 || inRow(state.active, -1) >= 0);
      return { state, act: 'none', handled: inSeveral };
    }
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

function sameRow<T>(one: Choice<T> | undefined, other: Choice<T>): boolean {
  return one?.row !== undefined && one.row === other.row && one.group === other.group;
}

/** A choice with its place in the whole list. */
export type Placed<T> = { readonly choice: Choice<T>; readonly index: number };

/** The rows of choices in their groups, in the order in which the groups first appear. */
export function grouped<T>(choices: ReadonlyArray<Choice<T>>): ReadonlyArray<{
  readonly group: string;
  readonly rows: ReadonlyArray<ReadonlyArray<Placed<T>>>;
}> {
  const groups: { group: string; rows: Placed<T>[][] }[] = [];
  choices.forEach((choice, index) => {
    const last = groups.at(-1);
    const placed = { choice, index };
    if (last === undefined || last.group !== choice.group)
      groups.push({ group: choice.group, rows: [[placed]] });
    else if (sameRow(choices[index - 1], choice)) last.rows.at(-1)?.push(placed);
    else last.rows.push([placed]);
  });
  return groups;
}

/** How many rows there are: what is told of a list. */
export function countRows<T>(choices: ReadonlyArray<Choice<T>>): number {
  return choices.filter((choice, index) => !sameRow(choices[index - 1], choice)).length;
}
