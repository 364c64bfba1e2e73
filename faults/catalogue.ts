// Every fault that can be run, in the order of the catalogue.
import type { Fault } from './fault.ts';
import { kills } from './process/kills.ts';
import { cuts } from './store/cuts.ts';

const number = ({ id }: Fault): number => Number(id.slice(1));

export const CATALOGUE: readonly Fault[] = [...kills, ...cuts].toSorted((a, b) => number(a) - number(b));
