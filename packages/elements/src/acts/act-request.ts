// Owns what one confirmation asks of the service, and what comes of it.
import type { DataOf, Session } from '@pestle/client';
import {
  AnswerQuestion,
  CancelFills,
  ChooseForPatient,
  DeclineCancel,
  IssueAnew,
  MarkAsHandled,
  MoveOrder,
  PrescribeAgain,
  RecordPhonedIn,
  RemindPatient,
  SendAgain,
  StopRefills,
} from '@pestle/client/documents/acts';
import type { ActsText } from '../text/en/acts.ts';
import type { ActSubject } from './act-model.ts';

/** What was confirmed, frozen with its key: every repetition asks the very same. */
export type ActRequest =
  | {
      readonly act: 'CANCEL' | 'CANCEL_ONE' | 'ASK_FOR_CANCEL';
      readonly orderId: string;
      /** Null: every open one of the order. */
      readonly fillIds: readonly string[] | null;
      readonly reason: string | null;
    }
  | {
      readonly act: 'OTHER_PHARMACY' | 'CHOOSE_PHARMACY';
      readonly orderId: string;
      readonly pharmacyId: string;
      readonly pharmacyName: string;
    }
  | {
      readonly act: 'DECLINE_CANCEL';
      readonly orderId: string;
      readonly fillId: string;
      readonly reason: string;
    }
  | { readonly act: 'RESEND' | 'REISSUE'; readonly orderId: string; readonly fillId: string }
  | { readonly act: 'NO_MORE_REFILLS'; readonly orderId: string; readonly fillId: string }
  | { readonly act: 'PRESCRIBE_AGAIN'; readonly orderId: string; readonly prescriptionId: string }
  | { readonly act: 'CALL_IN_SHEET'; readonly orderId: string; readonly takenBy: string }
  | { readonly act: 'REMIND_PATIENT'; readonly orderId: string }
  | {
      readonly act: 'ANSWER_QUESTION';
      readonly orderId: string;
      readonly questionId: string;
      readonly text: string;
    }
  | { readonly act: 'HANDLED'; readonly orderId: string; readonly itemId: string; readonly reason: string };

export type ActedFill = DataOf<typeof MoveOrder>['rerouteOrder']['fills'][number];

/** What became of one medicine. */
export interface ActResult {
  readonly fillId: string;
  readonly outcome: string;
  readonly code: string | null;
  readonly message: string | null;
}

export interface ActOutcome {
  readonly request: ActRequest;
  /** One for each medicine where the service tells them apart; else empty: it is done. */
  readonly results: readonly ActResult[];
  /** Where the order stands now. */
  readonly fills: readonly ActedFill[];
  /** Fills of which a message may have reached the pharmacy before. */
  readonly mayBeThereTwice: readonly string[];
  /** The draft that was made, and whose it is. */
  readonly draft: { readonly id: string; readonly patientId: string } | null;
}

/** Without a signal: what may be on its way is not given up, so that its outcome is learned. Throws `ClientError`. */
export async function carryOutAct(session: Session, request: ActRequest, key: string): Promise<ActOutcome> {
  const done = (more: Partial<ActOutcome>): ActOutcome => ({
    request,
    results: [],
    fills: [],
    mayBeThereTwice: [],
    draft: null,
    ...more,
  });
  switch (request.act) {
    case 'CANCEL':
    case 'CANCEL_ONE':
    case 'ASK_FOR_CANCEL': {
      const { orderId, fillIds, reason } = request;
      const input = { orderId, fillIds: fillIds === null ? null : [...fillIds], reason };
      const { order, results } = (await session.mutate(CancelFills, { input }, { key })).cancelOrder;
      return done({ results, fills: order.fills });
    }
    case 'OTHER_PHARMACY': {
      const { orderId, pharmacyId } = request;
      return done((await session.mutate(MoveOrder, { orderId, pharmacyId }, { key })).rerouteOrder);
    }
    case 'CHOOSE_PHARMACY': {
      const { orderId, pharmacyId } = request;
      return done((await session.mutate(ChooseForPatient, { orderId, pharmacyId }, { key })).selectPharmacy);
    }
    case 'RESEND':
      return done((await session.mutate(SendAgain, { fillId: request.fillId }, { key })).resendFill);
    case 'REISSUE':
      return done((await session.mutate(IssueAnew, { fillId: request.fillId }, { key })).reissueFill);
    case 'DECLINE_CANCEL': {
      const { fillId: id, reason } = request;
      return done((await session.mutate(DeclineCancel, { id, reason }, { key })).declineCancelRequest);
    }
    case 'NO_MORE_REFILLS': {
      const variables = { orderId: request.orderId, fillIds: [request.fillId] };
      const { order, results } = (await session.mutate(StopRefills, variables, { key })).discontinueRefills;
      return done({ results, fills: order.fills });
    }
    case 'PRESCRIBE_AGAIN': {
      const { prescriptionId } = request;
      const { prescribeAgain } = await session.mutate(PrescribeAgain, { prescriptionId }, { key });
      const { id, patient } = prescribeAgain;
      return done({ draft: patient === null ? null : { id, patientId: patient.id } });
    }
    case 'CALL_IN_SHEET': {
      const { orderId, takenBy } = request;
      const { recordPhonedIn } = await session.mutate(
        RecordPhonedIn,
        { input: { orderId, takenBy } },
        { key },
      );
      const { order, mayBeThereTwice } = recordPhonedIn;
      return done({ fills: order.fills, mayBeThereTwice });
    }
    case 'REMIND_PATIENT': {
      const { orderId } = request;
      return done((await session.mutate(RemindPatient, { orderId }, { key })).remindPatient);
    }
    case 'ANSWER_QUESTION':
      await session.mutate(AnswerQuestion, { id: request.questionId, text: request.text }, { key });
      return done({});
    case 'HANDLED':
      await session.mutate(MarkAsHandled, { id: request.itemId, reason: request.reason }, { key });
      return done({});
    default:
      return request satisfies never;
  }
}

/** True when nothing was done: of every medicine the service says so. */
export function isRefusal({ results }: ActOutcome): boolean {
  return results.length > 0 && results.every(({ outcome }) => outcome === 'REFUSED');
}

/** What one act alone needs: its code is loaded when somebody opens it. */
export interface ActPart {
  render(subject: ActSubject, words: ActsText): unknown;
  /** The sentence of the effect, where it knows more than the service. */
  effect(subject: ActSubject, words: ActsText): string | undefined;
  /** What is asked for; else the name of what is missing. */
  request(subject: ActSubject): ActRequest | string;
  /** False while there is nothing to confirm. */
  readonly isReady: boolean;
  dispose(): void;
}
