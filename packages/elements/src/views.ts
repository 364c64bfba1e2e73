// The views that the portal shares with the elements, so that a prescription looks and reads the same in both.

export type { Clock } from '@pestle/rules/moment';
export { momentText } from '@pestle/rules/moment';
export { actOf, buttonName } from './acts/act-model.ts';
export { recordSituation } from './history/history-model.ts';
export { choiceStyles } from './kit/look/choice-styles.ts';
export { fieldStyles } from './kit/look/field-styles.ts';
export { chip, icon, note } from './kit/look/icons.ts';
export { baseStyles, buttonStyles } from './kit/look/styles.ts';
export { medicationLine, medicationText, quantityText } from './kit/medication.ts';
export { hasEnded, trouble } from './kit/trouble.ts';
export { boardOf } from './situation/board.ts';
export { situationIcon } from './situation/icons.ts';
export { liveLinkOf, liveMark } from './situation/live-link.ts';
export type { Fact, ShownSituation } from './situation/situation-model.ts';
export { isOver, shownSituation } from './situation/situation-model.ts';
export { clockOf, situationChip, situationLines, unbroken } from './situation/situation-view.ts';
export { statusLine, statusLineStyles } from './situation/status-line.ts';
export type { Stop } from './situation/status-stops.ts';
export { stopsOf } from './situation/status-stops.ts';
export { acts as actWords } from './text/en/acts.ts';
export { history as historyWords } from './text/en/history.ts';
export { kit as kitWords } from './text/en/kit.ts';
export { said as saidWords } from './text/en/said.ts';
export { situation as situationWords } from './text/en/situation.ts';
export { errorText } from './text/error-text.ts';
export { PartWords } from './text/part-words.ts';
