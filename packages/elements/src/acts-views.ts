// The acts after sending, which the portal shares with the elements: loaded where somebody may act.
export type { ActSubject, ShownAct } from './acts/act-model.ts';
export { Acts } from './acts/acts.ts';
export type { ActsHost } from './acts/acts-host.ts';
export type { Offers } from './acts/offers-board.ts';
