// The views that the portal shares with the elements, so that a prescription looks and reads the same in both.
export { recordSituation } from './history/history-model.ts';
export { chip, note } from './kit/look/icons.ts';
export { baseStyles, buttonStyles } from './kit/look/styles.ts';
export { medicationLine, quantityText } from './kit/medication.ts';
export { hasEnded, trouble } from './kit/trouble.ts';
export { boardOf } from './situation/board.ts';
export type { Fact, ShownSituation } from './situation/situation-model.ts';
export { isOver } from './situation/situation-model.ts';
export { clockOf, situationChip } from './situation/situation-view.ts';
export type { Clock } from './situation/times.ts';
export { momentText } from './situation/times.ts';
export { history as historyWords } from './text/en/history.ts';
export { kit as kitWords } from './text/en/kit.ts';
export { said as saidWords } from './text/en/said.ts';
export { situation as situationWords } from './text/en/situation.ts';
