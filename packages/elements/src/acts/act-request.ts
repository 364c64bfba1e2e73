// Owns what one confirmation asks of the service, and what comes of it.
import type { DataOf, Session } from '@pestle/client';
import {
  AnswerQuestion,
  AskForNoMoreRefills,
  CancelFills,
  ChooseForPatient,
  DeclineCancel,
  DeclineNoMoreRefills,
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
  | {
      readonly act: 'DECLINE_NO_MORE_REFILLS';
      readonly orderId: string;
      readonly fillId: string;
      readonly reason: string;
    }
  | { readonly act: 'RESEND' | 'REISSUE'; readonly orderId: string; readonly fillId: string }
  | { readonly act: 'NO_MORE_REFILLS'; readonly orderId: string; readonly fillId: string }
  | {
      readonly act: 'ASK_NO_MORE_REFILLS';
      readonly orderId: string;
      /** Null: those of every fill of the order that is not canceled. */
      readonly fillId: string | null;
      readonly reason: string;
    }
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
    case 'DECLINE_NO_MORE_REFILLS':
    case 'ASK_NO_MORE_REFILLS':
    case 'NO_MORE_REFILLS':
      return done(await actOnRefills(session, request, key));
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

type RefillRequest = Extract<
  ActRequest,
  { readonly act: 'NO_MORE_REFILLS' | 'ASK_NO_MORE_REFILLS' | 'DECLINE_NO_MORE_REFILLS' }
>;

/** Stops the refills, asks a prescriber to, or keeps them. */
async function actOnRefills(
  session: Session,
  request: RefillRequest,
  key: string,
): Promise<Pick<ActOutcome, 'fills'> & Partial<ActOutcome>> {
  switch (request.act) {
    case 'DECLINE_NO_MORE_REFILLS': {
      const variables = { id: request.fillId, reason: request.reason };
      return (await session.mutate(DeclineNoMoreRefills, variables, { key })).declineNoMoreRefills;
    }
    case 'ASK_NO_MORE_REFILLS': {
      const { orderId, fillId, reason } = request;
      const input = { orderId, fillId, reason };
      const asked = await session.mutate(AskForNoMoreRefills, { input }, { key });
      return { results: asked.askForNoMoreRefills.results, fills: asked.askForNoMoreRefills.order.fills };
    }
    case 'NO_MORE_REFILLS': {
      const variables = { orderId: request.orderId, fillIds: [request.fillId] };
      const stopped = (await session.mutate(StopRefills, variables, { key })).discontinueRefills;
      return { results: stopped.results, fills: stopped.order.fills };
    }
    default:
      return request satisfies never;
  }
}

/** True when nothing was done: of every medicine the service says so. */
export function isRefusal({ results }: ActOutcome): boolean {
  return results.length > 0 && results.every(({ outcome }) => outcome === 'REFUSED');
}

/** One of several ways to do an act, each with a button of its own beside what it is about. */
export interface PartWay {
  /** Unique among the ways. */
  readonly key: string;
  readonly about: unknown;
  readonly button: string;
}

/** What one act alone needs: its code is loaded when somebody opens it. */
export interface ActPart {
  render(subject: ActSubject, words: ActsText): unknown;
  /** The sentence of the effect, where it knows more than the service. */
  effect(subject: ActSubject, words: ActsText): string | undefined;
  /** The ways to do it, where there are several; else there is one, with the words of the act. */
  ways?(words: ActsText): readonly PartWay[] | undefined;
  /** What stands beside the way back. */
  besides?(words: ActsText): unknown;
  /** What is asked for, in the way of this key; else the name of what is missing. */
  request(subject: ActSubject, key: string): ActRequest | string;
  /** False while there is nothing to confirm. */
  readonly isReady: boolean;
  dispose(): void;
}
