// The parameters of the signing statement: one array for each column of the requests and of their lines.
import type { OrganizationId } from '@pestle/rules/ids';
import type { ArrayParameter } from '../orders/new-order.ts';
import { NEW_LINE_PARAMETERS, NEW_ORDER_PARAMETERS } from '../orders/new-order.ts';
import type { SignLine, SignRequest } from './sign-request.ts';

/** By their names in the statement; their order is that of the parameters. */
type Columns<One> = Readonly<Record<string, ArrayParameter<One>>>;

const REQUEST: Columns<SignRequest> = {
  signer: { type: 'text', of: ({ signerId }) => signerId },
  client: { type: 'text', of: ({ clientId }) => clientId },
  key: { type: 'text', of: ({ key }) => key },
  operation: { type: 'text', of: ({ operation }) => operation },
  fingerprint: { type: 'text', of: ({ fingerprint }) => fingerprint },
  result: { type: 'jsonb', of: ({ result }) => result },
  audit_id: { type: 'text', of: ({ auditId }) => auditId },
  source_ip: { type: 'text', of: ({ sourceIp }) => sourceIp },
  request_id: { type: 'text', of: ({ requestId }) => requestId },
  at: { type: 'timestamptz', of: ({ now }) => now },
  oldest_review: { type: 'timestamptz', of: ({ oldestReview }) => oldestReview },
  expires: { type: 'date', of: ({ expirationDate }) => expirationDate },
  lines: { type: 'integer', of: ({ lines }) => lines.length },
  ...optional(NEW_ORDER_PARAMETERS, ({ order }: SignRequest) => order),
};

interface NumberedLine extends SignLine {
  /** Of its request, and its own within it, both from 1. */
  readonly no: number;
  readonly line: number;
}

const LINE: Columns<NumberedLine> = {
  no: { type: 'integer', of: ({ no }) => no },
  line: { type: 'integer', of: ({ line }) => line },
  draft_id: { type: 'text', of: ({ draft }) => draft?.draftId ?? null },
  content_hash: { type: 'text', of: ({ draft }) => draft?.contentHash ?? null },
  ...NEW_LINE_PARAMETERS,
};

/** $1 is the organization; then the columns of the requests, then those of the lines. */
const FIRST_OF_REQUEST = 2;
const FIRST_OF_LINE = FIRST_OF_REQUEST + Object.keys(REQUEST).length;

/** The drafts of all of them, as the array that they are found by. */
export const DRAFT_IDS_SQL = `$${FIRST_OF_LINE + Object.keys(LINE).indexOf('draft_id')}::text[]`;

/** The columns of a part, null where the whole has none. */
function optional<Whole, Part>(
  columns: Columns<Part>,
  partOf: (whole: Whole) => Part | null,
): Columns<Whole> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, { type, of }]) => {
      const ofWhole = (whole: Whole): unknown => {
        const part = partOf(whole);
        return part === null ? null : of(part);
      };
      return [name, { type, of: ofWhole }];
    }),
  );
}

function arraysSql(columns: Columns<never>, first: number): string {
  return Object.values(columns)
    .map(({ type }, index) => `$${first + index}::${type}[]`)
    .join(', ');
}

const namesSql = (columns: Columns<never>): string => Object.keys(columns).join(', ');

/** The rows of the requests, counted by `no` from 1, as an item of a `from`. */
export const REQUESTS_SQL = `unnest(${arraysSql(REQUEST, FIRST_OF_REQUEST)}) with ordinality as a(${namesSql(REQUEST)}, no)`;

/** The rows of their lines. */
export const LINES_SQL = `unnest(${arraysSql(LINE, FIRST_OF_LINE)}) as i(${namesSql(LINE)})`;

/** The values of the statement, column by column. */
export function signValues(orgId: OrganizationId, requests: readonly SignRequest[]): unknown[] {
  const lines = requests.flatMap((request, index) =>
    request.lines.map((line, position): NumberedLine => ({ ...line, no: index + 1, line: position + 1 })),
  );
  return [
    orgId,
    ...Object.values(REQUEST).map(({ of }) => requests.map(of)),
    ...Object.values(LINE).map(({ of }) => lines.map(of)),
  ];
}
