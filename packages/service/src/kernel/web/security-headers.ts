// The headers of every page that the service shows to people: nothing from elsewhere, no frames, no inline code.

export interface PagePolicy {
  /** Origins that a form on the page may lead to besides our own: browsers check redirects after a form, too. */
  readonly formTargets?: readonly string[];
  /** True when the page uses a script of our own origin. */
  readonly scripts?: boolean;
}

/** Headers of a page (ASVS 3.4: CSP, framing, sniffing, referrer). */
export function pageHeaders(policy: PagePolicy = {}): Readonly<Record<string, string>> {
  const directives = [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    `script-src ${policy.scripts === true ? "'self'" : "'none'"}`,
    `connect-src ${policy.scripts === true ? "'self'" : "'none'"}`,
    `form-action ${["'self'", ...(policy.formTargets ?? [])].join(' ')}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ];
  return {
    'content-security-policy': directives.join('; '),
    'x-frame-options': 'DENY',
    'x-content-type-options': 'nosniff',
    // Not `no-referrer`: with it browsers send `Origin: null` with a form, and we check the origin of forms.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'cache-control': 'no-store',
  };
}

/** Headers of every answer that is not a page: nothing in it is to be run, framed or sniffed. */
export const API_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-site',
};

/** HTTPS only, for a year: sent where the service is reached by https. */
export const STRICT_TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains';
