// The headers that keep a browser from misusing what we send, one policy for each kind of answer; `helmet` checks and writes them.
import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

type Directives = Readonly<Record<string, readonly string[]>>;

/** What helmet would send besides, for browsers that nobody has any more. */
const LEFT_OUT = {
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

/** What helmet is told of one kind of answer. */
export type Policy = typeof LEFT_OUT & {
  readonly contentSecurityPolicy: { useDefaults: false; directives: Record<string, string[]> };
  readonly strictTransportSecurity: typeof HSTS | false;
  readonly crossOriginOpenerPolicy: { policy: 'same-origin' } | false;
  readonly crossOriginResourcePolicy: { policy: 'same-origin' | 'same-site' } | false;
  readonly referrerPolicy: { policy: 'same-origin' | 'no-referrer' };
  readonly xFrameOptions: { action: 'deny' } | false;
};

const API_DIRECTIVES: Directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
};

/** HTTPS only, for a year: sent where the service is reached by https. */
const HSTS = { maxAge: 31_536_000, includeSubDomains: true } as const;

/** Every answer that is not a page: nothing in it is to be run, framed or sniffed. */
export function apiPolicy(https: boolean): Policy {
  return {
    ...LEFT_OUT,
    strictTransportSecurity: https ? HSTS : false,
    contentSecurityPolicy: contentPolicy(API_DIRECTIVES),
    crossOriginOpenerPolicy: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: false,
  };
}

/** The API's headers for bytes that never became a request, so that no plugin sees them. */
export function headersWithoutRequest(https: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': Object.entries(API_DIRECTIVES)
      .map(([name, values]) => [name, ...values].join(' '))
      .join(';'),
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-site',
    ...(https ? { 'strict-transport-security': `max-age=${HSTS.maxAge}; includeSubDomains` } : {}),
  };
}

/** Pages for people: nothing from elsewhere, no frames, no inline code (ASVS 3.4: CSP, framing, sniffing, referrer). */
function pagePolicy(directives: Directives, https: boolean): Policy {
  return {
    ...LEFT_OUT,
    strictTransportSecurity: https ? HSTS : false,
    contentSecurityPolicy: contentPolicy(directives),
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    // Not `no-referrer`: with it browsers send `Origin: null` with a form, and we check the origin of forms.
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  };
}

export interface SignInPage {
  /** Origins that a form on the page may lead to besides our own: browsers check redirects after a form, too. */
  readonly formTargets?: readonly string[];
  /** True when the page uses a script of our own origin. */
  readonly scripts?: boolean;
}

function signInDirectives({ formTargets = [], scripts = false }: SignInPage): Directives {
  const code = scripts ? ["'self'"] : ["'none'"];
  return {
    'default-src': ["'none'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'script-src': code,
    'connect-src': code,
    'form-action': ["'self'", ...formTargets],
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  };
}

/** Pages of sign-in and account, and those that explain errors. */
export function signInPolicy(https: boolean, shown: SignInPage = {}): Policy {
  return pagePolicy(signInDirectives(shown), https);
}

/** The OpenID provider: its answers are read from other origins, and it adds the hash of its one script to a policy that it finds. */
export function providerPolicy(https: boolean): Policy {
  const { 'require-trusted-types-for': _, 'trusted-types': __, ...directives } = signInDirectives({});
  return {
    ...pagePolicy({ ...directives, 'script-src': [] }, https),
    crossOriginResourcePolicy: false,
  };
}

/** Sets the policy of one page of the provider, which Fastify does not send. */
export function setContentPolicy(
  request: IncomingMessage,
  response: ServerResponse,
  shown: SignInPage,
): void {
  helmet.fastifyHelmet.contentSecurityPolicy(contentPolicy(signInDirectives(shown)))(
    request,
    response,
    () => undefined,
  );
}

/** Pages behind a secret link: no script but our own, which makes no HTML out of text, and no address passed on. */
export const LINK_POLICY: Policy = {
  ...pagePolicy(
    {
      'default-src': ["'none'"],
      'style-src': ["'self'"],
      'img-src': ["'self'"],
      'script-src': ["'self'"],
      'connect-src': ["'self'"],
      'form-action': ["'self'"],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'require-trusted-types-for': ["'script'"],
      'trusted-types': ["'none'"],
    },
    false,
  ),
  referrerPolicy: { policy: 'no-referrer' },
};

/** The portal: our own scripts, styles and addresses; Lit's policy is the only one that makes HTML. */
export const PORTAL_POLICY: Policy = {
  ...pagePolicy(
    {
      ...signInDirectives({ scripts: true }),
      'form-action': ["'none'"],
      'trusted-types': ['lit-html'],
    },
    false,
  ),
  crossOriginOpenerPolicy: false,
  referrerPolicy: { policy: 'no-referrer' },
};

/** What helmet does not know of: nothing of a page is kept, and it may use no device. */
const PAGE_HEADERS = {
  'cache-control': 'no-store',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
} as const;

/** The pages of this part of the server get these headers; a handler may say more, and an `https` that stands around stays. */
export async function protectPages(app: FastifyInstance, policy: Policy): Promise<void> {
  await app.register(helmet, policy);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers(PAGE_HEADERS);
  });
}

function contentPolicy(directives: Directives): Policy['contentSecurityPolicy'] {
  return {
    useDefaults: false,
    directives: Object.fromEntries(Object.entries(directives).map(([name, values]) => [name, [...values]])),
  };
}
