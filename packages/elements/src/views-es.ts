// The Spanish of the views that the portal shares with the elements; loaded only where somebody reads Spanish.
export { acts } from './text/es/acts.ts';
export { history } from './text/es/history.ts';
export { kit } from './text/es/kit.ts';
export { said } from './text/es/said.ts';
export { situation } from './text/es/situation.ts';
