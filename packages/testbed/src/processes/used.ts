// Reads what processes use from /proc, where there is one: processor time and memory, children included.
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

export const hasProc = existsSync('/proc/self/stat');

interface Process {
  readonly id: number;
  readonly parentId: number;
  readonly cpuMs: number;
  /** Of its children that have ended. */
  readonly endedMs: number;
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const text = readFileSync(`/proc/${name}/stat`, 'utf8');
        const fields = text
          .slice(text.lastIndexOf(')') + 2)
          .split(' ')
          .map(Number);
        const [, parentId = 0] = fields;
        const ms = (first: number): number =>
          (((fields[first] ?? 0) + (fields[first + 1] ?? 0)) / TICKS_PER_SECOND) * 1_000;
        return [{ id: Number(name), parentId, cpuMs: ms(11), endedMs: ms(13) }];
      } catch {
        // It ended meanwhile.
        return [];
      }
    });
}

function familyOf(id: number, all: readonly Process[]): Process[] {
  return all.filter((one) => one.id === id || one.parentId === id);
}

/** Processor time of a process and its children so far, in milliseconds: also of those that have ended, or a connection that closes would take its time back. */
export function cpuMsOf(processId: number): number {
  return hasProc
    ? familyOf(processId, processes()).reduce(
        (sum, { id, cpuMs, endedMs }) => sum + cpuMs + (id === processId ? endedMs : 0),
        0,
      )
    : Number.NaN;
}

/** Resident memory of one process now and at its peak, in bytes. */
export function memoryOf(processId: number): { readonly nowBytes: number; readonly peakBytes: number } {
  const text = readFileSync(`/proc/${processId}/status`, 'utf8');
  const bytes = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? 0) * 1_024;
  return { nowBytes: bytes('VmRSS'), peakBytes: bytes('VmHWM') };
}

/** Resident memory of one process in bytes, a page that several processes share counted in parts: such figures may be added up. */
export function shareOfMemory(processId: number): number {
  const text = readFileSync(`/proc/${processId}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? 0) * 1_024;
}

/** Children of a process, now. */
export function childrenOf(processId: number): number[] {
  return processes()
    .filter(({ parentId }) => parentId === processId)
    .map(({ id }) => id);
}

/** The command line of a process. Throws when it has ended. */
export function commandOf(processId: number): string {
  return readFileSync(`/proc/${processId}/cmdline`, 'utf8').replaceAll('\0', ' ');
}
