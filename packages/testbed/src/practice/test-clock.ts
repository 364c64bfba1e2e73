// A clock that tests move, and the ports with it.
import { type Ports, systemPorts } from '@pestle/service/kernel';

/** A clock that stands still until it is moved. */
export interface TestClock {
  now(): number;
  set(at: string | number): void;
  forward(ms: number): void;
}

export function testClock(at = '2026-11-20T15:00:00.000Z'): TestClock {
  let ms = Date.parse(at);
  return {
    now: () => ms,
    set: (to) => {
      ms = typeof to === 'string' ? Date.parse(to) : to;
    },
    forward: (by) => {
      ms += by;
    },
  };
}

export function testPorts(clock: TestClock): Ports {
  return { clock, random: systemPorts.random };
}
