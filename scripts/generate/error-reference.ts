// docs/reference/errors.md, from the one table of errors.
import { ERRORS } from '@pestle/service/kernel';
import { GENERATED_NOTE, table } from './markdown.ts';

export function errorReference(): string {
  const rows = Object.entries(ERRORS).map(([code, { status, retryable, title }]) => [
    `\`${code}\``,
    String(status),
    retryable ? 'yes' : 'no',
    `${title}.`,
  ]);
  return `${GENERATED_NOTE}
# Errors

Every face of the service answers with the codes of one table. A code, its status and whether trying again can help never
change their meaning; new ones may be added. The text of a message is for people and may change.

**GraphQL** (\`POST /graphql\`): \`{"errors": [{"message", "path", "extensions": {"code", "retryable", …}}]}\`. Besides
\`code\` and \`retryable\`, \`extensions\` may hold \`fields\` (\`[{path, code, message}]\`, one per value to mend), \`missing\`
(what a person lacks to sign), \`currentStatus\`, \`allowed\`, \`orderId\`, \`reason\` (a code), \`retryAfterSeconds\`, and \`requestId\` with
\`INTERNAL\`. The HTTP status tells whether the document ran:

| status | meaning |
|---|---|
| 200 | it ran; look at \`errors\` |
| 400 | it did not run: not JSON, not GraphQL, not valid, too complex, more than one mutation |
| 401, 403 | it did not run: no valid access token, or a page of an origin that the application does not name |
| 405, 413, 415 | it did not run: not POST, too large, not \`application/json\` |
| 503, 504 | the store is away or too busy, or the answer took too long; \`Retry-After\` tells when to try again |

**Everything else** answers \`application/problem+json\` (RFC 9457): \`type\` (\`/problems/<code>\`, which explains it),
\`title\`, \`status\`, \`detail\`, \`code\`, \`retryable\`, \`request_id\`, and where they apply \`errors\`
(\`[{pointer, code, detail}]\`), \`current_status\`, \`allowed\`, \`order_id\`, \`missing\`, and \`reason\` (a code: why
\`/readyz\` is not 200). Sign-in answers as OAuth 2.0 and OpenID
Connect prescribe.

No error repeats a value that was sent, names a patient or a drug, or tells whether another organization has a record.
Every answer carries \`X-Request-ID\`: the caller's own, or ours.

**Writes** need the header \`Idempotency-Key\` (bare or quoted, 1 to 255 visible ASCII characters): the same key with the
same arguments answers the first outcome again for 30 days, with other arguments \`IDEMPOTENCY_KEY_REUSED\`. After
\`UNAVAILABLE\`, \`DEADLINE_EXCEEDED\`, \`INTERNAL\` or a lost answer, repeat with the same key.

${table(['Code', 'HTTP', 'Retry helps', 'Meaning'], rows)}
`;
}
