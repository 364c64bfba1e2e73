// The public face of the room `desk`: what needs a person of the practice, and what people do about it.
import type { WriteKey } from '../audit/inside.ts';
import type { Actor } from '../kernel/actor.ts';
import type { Page, PageRequest } from '../kernel/paging.ts';
import type { CallInSheet } from './acts/call-in-sheet.ts';
import { callInSheet } from './acts/call-in-sheet.ts';
import type { JudgedAct } from './acts/order-acts.ts';
import { lineActs, orderActs } from './acts/order-acts.ts';
import type { DeskDeps } from './deps.ts';
import type { AssignInput, CloseInput, DeskActed, NoteInput, TakeInput } from './items/item-acts.ts';
import { assignItem, closeItem, noteOnItem, takeItem } from './items/item-acts.ts';
import type { DeskFigures, DeskFilter, DeskItem } from './items/items.ts';
import { deskFigures, listItems } from './items/items.ts';
import type { DeskNote } from './items/notes.ts';
import { notesOf } from './items/notes.ts';
import { confirmNumber } from './items/number-right.ts';

import type { AnswerInput, PharmacyQuestion } from './questions/questions.ts';
import { answerQuestion, questionsFor } from './questions/questions.ts';

export type { CallInLine, CallInSheet } from './acts/call-in-sheet.ts';
export type { JudgedAct } from './acts/order-acts.ts';
export type { DeskDeps } from './deps.ts';
export type { AssignInput, CloseInput, DeskActed, NoteInput, TakeInput } from './items/item-acts.ts';
export type { DeskFigures, DeskFilter, DeskItem, DeskOwner } from './items/items.ts';
export { type DeskNote, notesKey } from './items/notes.ts';
export type { AnswerInput, PharmacyQuestion } from './questions/questions.ts';

export interface Desk {
  /** What needs a person, the worst first, of those the oldest. */
  items(actor: Actor, filter: DeskFilter & PageRequest): Promise<Page<DeskItem>>;
  /** How much there is, of which situation, and how much of it is late. */
  figures(actor: Actor): Promise<DeskFigures>;
  /** The notes of items, by `notesKey`; nothing for those that have none. */
  notes(actor: Actor, keys: readonly string[]): Promise<ReadonlyMap<string, readonly DeskNote[]>>;
  /** Throws DESK_ITEM_TAKEN, DESK_ITEM_GONE. */
  take(actor: Actor, input: TakeInput, write: WriteKey): Promise<DeskActed>;
  /** Hands it to a person of the practice. Throws DESK_ITEM_GONE. */
  assign(actor: Actor, input: AssignInput, write: WriteKey): Promise<DeskActed>;
  note(actor: Actor, input: NoteInput, write: WriteKey): Promise<DeskActed>;
  /** Marks it as handled until a new cause appears. Throws DESK_ITEM_GONE. */
  close(actor: Actor, input: CloseInput, write: WriteKey): Promise<DeskActed>;
  /** Says that a number which was said to be somebody else's is the patient's, and how that is known. Throws DESK_ITEM_GONE. */
  confirmNumber(actor: Actor, input: CloseInput, write: WriteKey): Promise<DeskActed>;
  /** Of each order what the caller may do about it now, what not and why, and what each act will do. */
  acts(actor: Actor, orderIds: readonly string[]): Promise<ReadonlyMap<string, readonly JudgedAct[]>>;
  /** The same of each medication of each order, by the ids of order and fill. */
  lineActs(
    actor: Actor,
    orderIds: readonly string[],
  ): Promise<ReadonlyMap<string, ReadonlyMap<string, readonly JudgedAct[]>>>;
  /** What is read aloud to the pharmacy of an order. Throws PHONED_IN_REFUSED. */
  callInSheet(actor: Actor, orderId: string): Promise<CallInSheet>;
  /** What pharmacists have asked about fills, the oldest first. */
  questions(
    actor: Actor,
    fillIds: readonly string[],
  ): Promise<ReadonlyMap<string, readonly PharmacyQuestion[]>>;
  /** Answers one. Throws QUESTION_ANSWERED. */
  answer(
    actor: Actor,
    input: AnswerInput,
    write: WriteKey,
  ): Promise<{ readonly fillId: string; readonly id: string }>;
}

export function createDesk(deps: DeskDeps): Desk {
  return {
    items: (actor, filter) => listItems(deps, actor, filter),
    figures: (actor) => deskFigures(deps, actor),
    notes: (actor, keys) => notesOf(deps, actor, keys),
    take: (actor, input, write) => takeItem(deps, actor, input, write),
    assign: (actor, input, write) => assignItem(deps, actor, input, write),
    note: (actor, input, write) => noteOnItem(deps, actor, input, write),
    close: (actor, input, write) => closeItem(deps, actor, input, write),
    confirmNumber: (actor, input, write) => confirmNumber(deps, actor, input, write),
    acts: (actor, ids) => orderActs(deps, actor, ids),
    lineActs: (actor, ids) => lineActs(deps, actor, ids),
    callInSheet: (actor, id) => callInSheet(deps, actor, id),
    questions: (actor, ids) => questionsFor(deps, actor, ids),
    answer: (actor, input, write) => answerQuestion(deps, actor, input, write),
  };
}
