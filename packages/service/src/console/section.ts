// What a section of the console is, and what its pages know of the operator who looks at them.
import type { SafeHtml } from '@remix-run/html-template';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteGenericInterface } from 'fastify';
import type { Operator } from '../identity/identity.ts';
import type { Answer } from '../kernel/web/pages/form-pages.ts';
import { answering, goingTo } from '../kernel/web/pages/form-pages.ts';
import type { Language } from '../kernel/web/pages/language.ts';

/** One entry of the console's navigation with its pages. */
export interface ConsoleSection {
  /** Where its first page is, and below which all its pages are: `/pharmacies`. */
  readonly path: `/${string}`;
  readonly title: Readonly<Record<Language, string>>;
  /** What stands at the top of every page while it lasts; undefined for nothing. */
  readonly banner?: (language: Language) => Promise<SafeHtml | undefined>;
  /** What of it needs a person now: for the home page. */
  readonly attention?: (language: Language) => Promise<readonly SafeHtml[]>;
  /**
   * Adds its routes, written with their whole paths. Every request that reaches one has a visit (`visitOf`), and every POST is certainly from
   * one of the operator's own pages. A POST answers with `goingTo`.
   */
  readonly routes: (app: FastifyInstance) => void | Promise<void>;
}

/** An operator who looks at the console. */
export interface ConsoleVisit {
  readonly operator: Operator;
  readonly language: Language;
  /** Which of the operator's sessions it is. */
  readonly sessionId: string;
  /** The person proved who they are a moment ago. Acts that hand out access ask for it (`proofFirst`). */
  readonly fresh: boolean;
  /** A page in the console's frame, as text that `showing` sends. */
  readonly page: (shown: ConsolePage) => string;
  /** A form of the operator's own, with the proof that it came from our page. */
  readonly form: (action: string, fields: SafeHtml, hidden?: Readonly<Record<string, string>>) => SafeHtml;
}

export interface ConsolePage {
  /** The heading and the tab's title: it names neither patient nor drug. */
  readonly title: string;
  readonly body: SafeHtml;
}

/** By request: an object of its own for each. */
const VISITS = new WeakMap<object, ConsoleVisit>();

/** The same where a request may have none, as one whose sign-in failed. */
export function findVisit(request: FastifyRequest): ConsoleVisit | undefined {
  return VISITS.get(request);
}

/** The visit that a request belongs to. Only routes of sections have one. */
export function visitOf<Route extends RouteGenericInterface>(request: FastifyRequest<Route>): ConsoleVisit {
  const visit = VISITS.get(request);
  if (visit === undefined) throw new Error('a page of the console was reached without a session');
  return visit;
}

/** For the console itself, once it knows who asks. */
export function beginVisit(request: FastifyRequest, visit: ConsoleVisit): void {
  VISITS.set(request, visit);
}

/** A route's handler: the answer is worked out for the visit first, and sent last. */
export function visited<Route extends RouteGenericInterface>(
  answer: (visit: ConsoleVisit, request: FastifyRequest<Route>) => Promise<Answer>,
): (request: FastifyRequest<Route>, reply: FastifyReply) => Promise<FastifyReply> {
  return answering(
    null,
    async (_pages: null, request: FastifyRequest<Route>) => await answer(visitOf(request), request),
  );
}

/** Where somebody whose proof is not fresh goes first, to come back to a page; undefined for a fresh one. */
export function proofFirst({ fresh }: Pick<ConsoleVisit, 'fresh'>, to: string): Answer | undefined {
  return fresh ? undefined : goingTo(signInAddress(to));
}

/** The sign-in that comes back to a page of the console. */
export function signInAddress(to: string): string {
  return `/sign-in?${new URLSearchParams({ to }).toString()}`;
}
