// The way of a sign-in to the issuer of the person's organization and back.
import type { FastifyReply } from 'fastify';
import type { Store } from '../../store/store.ts';
import { isEnded } from '../accounts/ended.ts';
import { linkedAccount } from '../external/external-identity.ts';
import type { ExternalClient, ExternalJourney, ExternalPerson } from '../external/external-issuer.ts';
import { ExternalRefusal } from '../external/external-issuer.ts';
import { IDENTITY_LIMITS } from '../limits.ts';
import { messagePage } from '../pages/frame.ts';
import { TEXTS } from '../pages/texts.ts';
import { ArtifactAdapter } from '../provider/adapter.ts';
import type { Flow } from './flow.ts';
import type { Method, Progress } from './progress.ts';
import type { Visit, VisitDeps } from './visit.ts';
import { send } from './visit.ts';

export interface ExternalAnswerDeps extends VisitDeps {
  readonly store: Store;
  readonly flow: Flow;
  readonly externals: readonly ExternalClient[];
  /** A proof of this age is fresh for nothing. */
  readonly staleProofSeconds: number;
}

const JOURNEY_MODEL = 'ExternalJourney';
const STATE = /^([\w-]{20,64})\.[\w-]{20,64}$/;

/** The issuers that may vouch for somebody in this sign-in. */
export function externalsFor(deps: ExternalAnswerDeps, visit: Visit): readonly ExternalClient[] {
  const { organizationId } = visit.signIn.wish;
  return deps.externals.filter(
    ({ settings }) => organizationId === null || settings.organizationId === organizationId,
  );
}

/** Sends the browser to the issuer. */
export async function startExternal(
  deps: ExternalAnswerDeps,
  visit: Visit,
  name: string,
): Promise<FastifyReply> {
  const client = externalsFor(deps, visit).find(({ settings }) => settings.name === name);
  if (client === undefined) return visit.reply.redirect(visit.frame.action, 303);
  const { uid, prompt, params } = visit.signIn.interaction;
  const asked = Number(params['max_age']);
  const maxAgeSeconds = Number.isInteger(asked) ? asked : await ageForEnrolment(deps, visit);
  const { url, journey } = await client.start(uid, {
    maxAgeSeconds,
    freshSignIn: prompt.reasons.includes('login_prompt') || prompt.reasons.includes('signed_out'),
  });
  await journeys(deps).upsert(uid, { journey }, IDENTITY_LIMITS.signInSeconds);
  return visit.reply.redirect(url, 303);
}

/** Who comes a second time in one sign-in, because the first proof was too old to enrol a second factor with. */
async function ageForEnrolment({ flow }: ExternalAnswerDeps, { signIn }: Visit): Promise<number | null> {
  const atMs = (await flow.progressOf(signIn))?.provenAtMs ?? null;
  return atMs !== null && atMs < signIn.wish.enrolSinceSeconds * 1000
    ? IDENTITY_LIMITS.accountProofAgeSeconds
    : null;
}

/**
 * The issuer knows one address of ours; the sign-in that the answer belongs to has another, to which its cookie is bound.
 * Null when the answer names none.
 */
export function externalReturn(query: URLSearchParams): string | null {
  const [, uid] = STATE.exec(query.get('state') ?? '') ?? [];
  return uid === undefined ? null : `/sign-in/${uid}/external?${query.toString()}`;
}

/** Reads the issuer's answer; goes on with the person it vouches for, or says why not. */
export async function finishExternal(
  deps: ExternalAnswerDeps,
  visit: Visit,
  answer: URLSearchParams,
  goOn: (progress: Progress | null) => Promise<FastifyReply>,
): Promise<FastifyReply> {
  const { uid } = visit.signIn.interaction;
  // An answer counts once, also when it comes twice at the same moment.
  const kept = await journeys(deps).take(uid);
  const journey = kept?.['journey'] as ExternalJourney | undefined;
  const client = externalsFor(deps, visit).find(({ settings }) => settings.name === journey?.name);
  if (journey === undefined || client === undefined) return await goOn(null);
  const text = TEXTS[visit.frame.language];
  const refused = async (
    reason = 'issuer-refused',
    sentence = text.externalRefused(client.settings.label),
  ): Promise<FastifyReply> => {
    await deps.flow.refusedStranger(visit.signIn, reason);
    return send(visit, 403, messagePage(visit.frame.language, text.externalRefusedTitle, sentence));
  };
  try {
    const person = await client.finish(journey, answer);
    const account =
      person === null
        ? undefined
        : await deps.store.asDoor((tx) => linkedAccount(tx, client.settings, person));
    if (person === null || account === undefined) return await refused();
    const provenAtSeconds = provenAt(deps, journey, person, account.tokensNotBefore);
    if (provenAtSeconds === null)
      return await refused('issuer-proof-not-fresh', text.externalNotFresh(client.settings.label));
    const progress = progressOf(client, person, account, provenAtSeconds);
    await deps.flow.keep(visit.signIn, progress);
    return await goOn(progress);
  } catch (error) {
    if (error instanceof ExternalRefusal) return await refused();
    throw error;
  }
}

/**
 * When the person proved who they are, in seconds since 1970. An issuer that does not say (`auth_time`) vouches for who it
 * is, and for nothing that asks for a fresh proof: such a sign-in counts as old. Null when a fresh proof was asked for (by
 * the application, or because everything from before was ended) and this is none. An issuer tells by the second: a proof of the
 * second in which everything was ended may be from before the end, and is asked for again.
 */
function provenAt(
  { ports, staleProofSeconds }: ExternalAnswerDeps,
  journey: ExternalJourney,
  person: ExternalPerson,
  tokensNotBefore: string,
): number | null {
  const nowSeconds = Math.floor(ports.clock.now() / 1000);
  const stated = person.provenAtSeconds;
  const at = stated === null ? nowSeconds - staleProofSeconds - 1 : Math.min(stated, nowSeconds);
  if (isEnded(at * 1000, tokensNotBefore)) return null;
  if (journey.provenSinceSeconds === null) return at;
  return stated !== null && at >= journey.provenSinceSeconds ? at : null;
}

function progressOf(
  { settings }: ExternalClient,
  person: ExternalPerson,
  account: { readonly id: string; readonly email: string },
  provenAtSeconds: number,
): Progress {
  const methods: Method[] = person.secondFactor ? ['fed', 'mfa'] : ['fed'];
  return {
    accountId: account.id,
    email: account.email,
    methods,
    provenAtMs: provenAtSeconds * 1000,
    vouchedFor: settings.organizationId,
  };
}

const journeys = ({ store, ports }: ExternalAnswerDeps): ArtifactAdapter =>
  new ArtifactAdapter(store, ports.clock, JOURNEY_MODEL);
