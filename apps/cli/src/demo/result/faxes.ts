// Which medications went by fax, and why: no integration, or what became of the last electronic attempt.
import type { FillView, TransmissionView } from '../send/documents.ts';

export interface FaxCounts {
  /** Faxes of prescriptions that came out, by reason. */
  readonly delivered: Readonly<Record<string, number>>;
  /** Of those, how many say that the pharmacy may hold the order electronically. */
  readonly mayBeHeldElectronically: number;
  /** Notices of a second copy, and cancels by fax. */
  readonly notices: Readonly<Record<string, number>>;
}

export function countFaxes(fills: readonly FillView[]): FaxCounts {
  const delivered: Record<string, number> = {};
  const notices: Record<string, number> = {};
  let mayBeHeldElectronically = 0;
  const add = (counts: Record<string, number>, what: string): void => {
    counts[what] = (counts[what] ?? 0) + 1;
  };
  for (const { transmissions } of fills) {
    for (const fax of transmissions.filter(
      ({ channel, state }) => channel === 'fax' && state === 'accepted',
    )) {
      if (fax.kind !== 'new') {
        add(notices, fax.kind);
        continue;
      }
      add(delivered, reasonOf(fax, transmissions));
      const electronic = electronicBefore(transmissions);
      if (electronic?.mayHaveArrived === true) mayBeHeldElectronically += 1;
    }
  }
  return { delivered, mayBeHeldElectronically, notices };
}

function electronicBefore(transmissions: readonly TransmissionView[]): TransmissionView | undefined {
  return transmissions.find(({ kind, channel }) => kind === 'new' && channel !== 'fax');
}

/** `not-integrated`, or `electronic-failed: http-307` with what the last attempt met. */
function reasonOf(fax: TransmissionView, transmissions: readonly TransmissionView[]): string {
  const because = fax.reason.because ?? 'unknown';
  const last = electronicBefore(transmissions)?.attempts.at(-1)?.reason;
  return because === 'not-integrated' || last === undefined || last === null
    ? because
    : `${because}: ${last}`;
}
