// The steps of a sign-in that prove or enrol a second factor.
import type { FastifyReply } from 'fastify';
import type { Fields } from '../pages/requests.ts';
import { jsonOf } from '../pages/requests.ts';
import { TEXTS } from '../pages/texts.ts';
import type { Challenges } from '../second-factor/challenges.ts';
import type { PasskeySite } from '../second-factor/passkeys.ts';
import { deviceCookie, trustedDevice } from './device-cookie.ts';
import type { EnrolOutcome, FactorFlow, FactorOutcome } from './factor-flow.ts';
import { enrolmentPage, recoveryCodesPage, secondFactorPage } from './factor-pages.ts';
import type { Flow } from './flow.ts';
import type { Progress, SignInPerson } from './progress.ts';
import { withProof } from './progress.ts';
import type { Visit, VisitDeps } from './visit.ts';
import { send } from './visit.ts';

export interface FactorAnswerDeps extends VisitDeps {
  readonly flow: Flow;
  readonly factors: FactorFlow;
  readonly site: PasskeySite;
  readonly challenges: Challenges;
}

type GoOn = (progress: Progress | null) => Promise<FastifyReply>;

export async function showSecondFactor(
  deps: FactorAnswerDeps,
  visit: Visit,
  progress: Progress,
  person: SignInPerson,
  problem: { readonly status: number; readonly text: string } | null,
): Promise<FastifyReply> {
  const { factors, site, challenges } = deps;
  const withPasskey = person.factors.passkeys > 0 && site.domain !== null;
  const options = withPasskey ? await factors.passkeyProof(progress.accountId) : null;
  if (options !== null) await challenges.keep(visit.signIn.interaction.uid, options.challenge);
  const page = secondFactorPage(visit.frame, {
    email: progress.email,
    code: person.factors.totp,
    passkeyOptions: options,
    problem: problem?.text ?? null,
  });
  return send(visit, problem?.status ?? 200, page, options !== null);
}

export async function answerSecondFactor(
  deps: FactorAnswerDeps,
  visit: Visit,
  body: Fields,
  goOn: GoOn,
): Promise<FastifyReply> {
  const { flow } = deps;
  const provenAtMs = deps.ports.clock.now();
  const progress = await flow.progressOf(visit.signIn);
  // A first proof that was ended since is not made good by a second one.
  const next = await flow.next(visit.signIn, progress);
  if (progress === null || next.step !== 'second-factor') return await goOn(progress);
  const text = TEXTS[visit.frame.language];
  const outcome = await prove(deps, visit, progress, body);
  const showAgain = async (status: number, problem: string): Promise<FastifyReply> => {
    const again = await flow.next(visit.signIn, progress);
    if (again.step !== 'second-factor') return await goOn(progress);
    return await showSecondFactor(deps, visit, progress, again.person, { status, text: problem });
  };
  switch (outcome.kind) {
    case 'wrong':
      await flow.refused(visit.signIn, progress.accountId);
      return await showAgain(401, text.wrongCode);
    case 'slow-down':
      void visit.reply.header('retry-after', String(outcome.retryAfterSeconds));
      return await showAgain(429, text.slowDown(Math.ceil(outcome.retryAfterSeconds / 60)));
    case 'proved': {
      const proved = withProof(progress, outcome.methods, provenAtMs);
      await flow.keep(visit.signIn, proved);
      return await goOn(proved);
    }
    default: {
      const unknown: never = outcome;
      throw new Error(`there is no outcome ${JSON.stringify(unknown)}`);
    }
  }
}

async function prove(
  deps: FactorAnswerDeps,
  visit: Visit,
  progress: Progress,
  body: Fields,
): Promise<FactorOutcome> {
  const { factors, challenges, key, issuer } = deps;
  if (body['response'] === undefined) {
    const device = trustedDevice(key, deviceCookie(issuer, visit.request).value, progress.email);
    return await factors.proveCode(progress.accountId, body['code'] ?? '', device);
  }
  const challenge = await challenges.take(visit.signIn.interaction.uid);
  if (challenge === null) return { kind: 'wrong' };
  return await factors.provePasskey(progress.accountId, challenge, jsonOf(body['response']));
}

export async function showEnrolment(
  deps: FactorAnswerDeps,
  visit: Visit,
  progress: Progress,
  person: SignInPerson,
  problem: string | null,
): Promise<FastifyReply> {
  const { factors, site, challenges } = deps;
  const totp = await factors.beginTotp(person.account);
  const options = site.domain === null ? null : await factors.passkeyRegistration(person.account);
  if (options !== null) await challenges.keep(visit.signIn.interaction.uid, options.challenge);
  const page = await enrolmentPage(visit.frame, { totp, passkeyOptions: options, problem });
  return send(visit, problem === null ? 200 : 401, page, options !== null);
}

export async function answerEnrolment(
  deps: FactorAnswerDeps,
  visit: Visit,
  body: Fields,
  goOn: GoOn,
): Promise<FastifyReply> {
  const { flow } = deps;
  const provenAtMs = deps.ports.clock.now();
  const progress = await flow.progressOf(visit.signIn);
  const next = await flow.next(visit.signIn, progress);
  if (progress === null || next.step !== 'enrol') return await goOn(progress);
  const outcome = await enrol(deps, visit, progress, body);
  if (outcome.kind === 'wrong') {
    const { wrongCode } = TEXTS[visit.frame.language];
    return await showEnrolment(deps, visit, progress, next.person, wrongCode);
  }
  const proved = withProof(progress, outcome.methods, provenAtMs);
  await flow.keep(visit.signIn, proved);
  await flow.enrolled(visit.signIn, progress);
  if (outcome.recoveryCodes === null) return await goOn(proved);
  return send(visit, 200, recoveryCodesPage(visit.frame, outcome.recoveryCodes));
}

async function enrol(
  deps: FactorAnswerDeps,
  visit: Visit,
  progress: Progress,
  body: Fields,
): Promise<EnrolOutcome> {
  const { factors, challenges } = deps;
  if (body['response'] === undefined)
    return await factors.confirmTotp(progress.accountId, body['code'] ?? '');
  const challenge = await challenges.take(visit.signIn.interaction.uid);
  if (challenge === null) return { kind: 'wrong' };
  return await factors.registerPasskey(progress.accountId, {
    challenge,
    response: jsonOf(body['response']),
    name: body['name'] ?? '',
  });
}
