// docs/reference/client.md: the client of a program, and every call of it from the schema.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema } from 'graphql';
import { rootFields } from './client-api.ts';
import { GENERATED_NOTE, table } from './markdown.ts';

export function clientReference(root: string): string {
  const schema = buildSchema(readFileSync(join(root, 'schema.graphql'), 'utf8'));
  const rowsOf = (wanted: 'query' | 'mutation'): string[][] =>
    rootFields(schema)
      .filter(({ kind }) => kind === wanted)
      .map(({ field: { name, args, type, description }, gives }) => [
        `\`${name}\``,
        args.map((argument) => `\`${argument.name}: ${String(argument.type)}\``).join(' ') || '–',
        `\`${String(type)}\`${gives === 'pages' ? ', iterated over' : ''}`,
        description ?? '',
      ]);
  return `${GENERATED_NOTE}
# The client for programs

\`@pestle/client\` calls the [API](api.md) from Node 20.19 and newer and from browsers. [Its readme](../../packages/client/README.md) is the tour,
with samples that a test runs; this page says what holds, and lists every call.

## A call

\`pestle.<name>(arguments, fields, options)\`: the arguments of the schema, left out where there are none; the fields that come back, left out where a plain value
does; \`{ signal }\`, and for writes \`{ key }\`. Only what was named is asked for, so that a program gets no more of a patient than it uses. Arguments travel as
variables: the service compiles a document once by its text. A field below that takes arguments takes them as \`$\`:
\`{ treatments: { $: { first: 50 }, nodes: { name: true } } }\`. Enum values that a program does not know may come; it passes over them.

| in the schema | in TypeScript |
|---|---|
| \`ID\`, \`String\`, \`Date\`, \`DateTime\`, \`Decimal\` | \`string\`: an amount is never a float |
| \`Int\`, \`Float\` | \`number\` |
| \`JSON\` | \`unknown\` |
| what may be null | \`… \\| null\`; of an input it may be left out, too |

## Lists

A query that answers \`nodes\` and \`pageInfo\` gives a \`Listing\`. \`for await\` walks over its records, \`pages()\` over its pages
(\`{ nodes, endCursor, hasNextPage }\`), \`page()\` asks for one; nothing is asked before. \`first\` is the size of a page, \`after\` where to begin.

## Repeating

| what happened | what the client does |
|---|---|
| no answer, half an answer, a proxy's page, \`UNAVAILABLE\`, \`INTERNAL\`, \`DEADLINE_EXCEEDED\`, \`REQUEST_TIMEOUT\` | sends the same bytes again, three tries in all, with growing waits that are spread by chance |
| 429, 503 with \`Retry-After\` | waits as long as told; longer than \`retryAfterMaxSeconds\` (5 when left out) is thrown at once, with \`detail.retryAfterSeconds\` |
| \`TOKEN_EXPIRED\`, \`UNAUTHENTICATED\` | asks for another token, once for each try; then \`SIGNED_OUT\` |
| any other code | throws it: the service refused, and nothing was written |

Every try of one write carries the same \`Idempotency-Key\`: the one given as \`key\`, else one that the client made for this call. After an error that
\`mayHaveHappened\` only the same key tells whether it did: \`detail.idempotencyKey\` holds it, and calling again with it and the same arguments writes once.
Two calls without a key are two writes.

## Errors

\`ClientError\`: \`kind\` (\`api\`, \`offline\`, \`timeout\`, \`server\`, \`session\`, \`configuration\`), \`code\` (of [the service's table](errors.md), or \`OFFLINE\`, \`TIMEOUT\`,
\`SERVER\`, \`SIGNED_OUT\`, \`SIGN_IN_REFUSED\`, \`SIGN_IN_CANCELED\`, \`CONFIGURATION\`), \`retryable\`, \`mayHaveHappened\`, and \`detail\` with what the service said:
\`fields\`, \`missing\`, \`stepUp\`, \`retryAfterSeconds\`, \`orderId\`, \`requestId\`, \`errors\`. A call that was given up by its signal is an \`AbortError\`; a name that is none
is a \`TypeError\`, where no compiler said so.

## Tokens

\`machine\`: [client credentials](sign-in.md#machines-client-credentials), the secret by HTTP Basic. One request for a token, however many calls wait; refreshed 30 seconds before
it ends; bound by DPoP to a key that cannot leave the process, so each request proves that it comes from there. The clock of the machine must be right within
a minute. \`token\`: one, or who has one. The service's address must be https, but for this machine's own.

\`beginSignIn({ apiUrl, clientId, redirectUri, scopes })\` signs a person in for a program without a page (code and PKCE): it answers the \`url\` for their browser, and
\`finish(address)\` takes where the browser ended and answers \`accessToken\`, \`expiresInSeconds\`, and \`token\` for \`createClient\`, which refreshes. Pages use the
[elements](../elements/README.md), whose sessions outlive a reload and are bound to the browser.

## What it weighs

All of it is 11 kB compressed, what signs people in and \`oauth4webapi\` included; types weigh nothing. Who imports only \`ClientError\` bundles only that. The elements share
what sends and repeats with this client and hold nothing else of it.

## Every query

${table(['Call', 'Arguments', 'Answers', ''], rowsOf('query'))}

## Every mutation

${table(['Call', 'Arguments', 'Answers', ''], rowsOf('mutation'))}
`;
}
