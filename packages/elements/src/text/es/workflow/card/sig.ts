// The Spanish of directions, as patients read it: loaded only where somebody reads Spanish.
export { printSigEs } from '@pestle/rules/sig-print-es';
