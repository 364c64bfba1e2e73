// Checks what a pharmacy's messages are like, in SCRIPT and over its own API (D7, D8), and says of each field what the published JSON Schema says.
import * as v from 'valibot';
import { field } from '../kernel/field-words.ts';
import { line } from './endpoint-shape.ts';
import { DIRECTORY_LIMITS } from './limits.ts';
import { isExpression } from './messages/api-settings.ts';
import { issueOf } from './messages/issues.ts';
import { messageProblems } from './messages/settings.ts';

const mediaType = v.pipe(
  v.string(),
  v.regex(/^[a-z]{1,40}\/[a-z0-9.+-]{1,80}$/, 'Write a media type in small letters, such as text/plain.'),
  v.excludes('html', 'A page says nothing about a message: it may ask to sign in.'),
);

export const script = v.pipe(
  v.strictObject({
    version: field('The version of NCPDP SCRIPT.', v.picklist(['2017071', '2023011'])),
    form: field('How messages are written.', v.picklist(['xml', 'json'])),
    cancel: field(
      'What a CancelRx says. `reduced`: names and codes, what most receivers need. `full`: all that strict receivers demand.',
      v.picklist(['reduced', 'full']),
    ),
    shape: v.optional(
      field(
        "`2017071` with version 2023011: its version attributes on the older shape. Else the version's own.",
        v.picklist(['own', '2017071']),
      ),
    ),
    versionAttributes: v.optional(
      field(
        'The revision in the attributes of `Message`. Not in JSON, which has no attributes.',
        // What may stand there is asked of the messages, below.
        v.pipe(v.string(), v.maxLength(20, 'Write a revision of the standard, such as 20170715.')),
        { examples: ['20170712'] },
      ),
    ),
    acknowledge: field(
      '`script`: a SCRIPT answer says that a message was taken. `http`: a 2xx does, without a body or with one of the `acknowledgeTypes`.',
      v.picklist(['script', 'http']),
    ),
    acknowledgeTypes: v.optional(
      field(
        'The media types in which a 2xx acknowledges; `application/xml`, `text/xml` and `application/json` where this is left out. Never HTML: a page may ask to sign in.',
        v.pipe(
          v.array(mediaType),
          v.minLength(1, 'Name a media type, or leave this out.'),
          v.maxLength(DIRECTORY_LIMITS.acknowledgeTypesMax, 'There are too many media types.'),
        ),
        { examples: [['text/plain']] },
      ),
    ),
    senderTertiaryId: v.optional(
      line('`Header/Security/Sender/TertiaryIdentification`; ours where it is left out.', 35),
    ),
    receiverTertiaryId: v.optional(
      line('`Header/Security/Receiver/TertiaryIdentification`; the NCPDP id where it is left out.', 35),
    ),
    set: v.optional(
      field(
        'Texts by the path of a message, up to 64 with what is dropped. Never what was signed.',
        v.record(line('A path.', 300), line('The text that stands there.')),
        { examples: [{ 'Header/Mailbox/MailboxID': 'BOX' }] },
      ),
    ),
    drop: v.optional(
      field('Parts that the pharmacy refuses, by path.', v.array(line('A path.', 300)), {
        examples: [['Header/From/@Qualifier']],
      }),
    ),
    noteLines: v.optional(
      field(
        "Lines added to the note of a prescription, each whole and only where it fits in 210 characters beside the prescriber's. Together they must fit into an empty note.",
        v.pipe(v.array(line('A line.', 210)), v.maxLength(10, 'There are too many note lines.')),
        { examples: [['Acct 42']] },
      ),
    ),
  }),
  // D7: what is accepted here, delivery does: it builds with the same profile.
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const problem of messageProblems(dataset.value, true)) addIssue(issueOf(problem));
  }),
);

const expression = (description: string, charactersMax = 5_000) =>
  field(
    `${description} A JSONata expression.`,
    v.pipe(
      v.string(),
      v.maxLength(charactersMax, 'Too long.'),
      v.check(isExpression, 'Write a JSONata expression.'),
    ),
  );

const apiCall = v.strictObject({
  method: field('The method of the request.', v.picklist(['POST', 'PUT'])),
  path: field(
    "Continues the endpoint's address; empty where there is nothing behind it.",
    v.pipe(
      v.string(),
      v.regex(/^$|^\/[!-~]{0,500}$/, 'The path must begin with a slash and hold no blanks.'),
    ),
    { examples: ['/orders'] },
  ),
  body: expression('Over the prescription: the object to send.', 20_000),
  accepted: expression('Over `{status, body}` of the answer: true when it was taken.'),
  duplicate: v.optional(expression('Over the same: true when the pharmacy holds it already.')),
});

/** A cancel's answer may say at once what the pharmacy did: recorded, never acted on (D10). */
const apiCancelCall = v.strictObject({
  ...apiCall.entries,
  approved: v.optional(expression('Over the same: true when the pharmacy canceled it.')),
  denied: v.optional(
    expression(
      'Over the same, asked first: true when it did not, for example because it was dispensed already.',
    ),
  ),
  reason: v.optional(expression("Over the same: the pharmacy's words.")),
});

export const api = v.strictObject({
  newRx: field('The request that brings a prescription.', apiCall),
  cancelRx: v.optional(
    field('The request that cancels one. Left out: the pharmacy is called by a person.', apiCancelCall),
  ),
});

export type ApiCall = v.InferOutput<typeof apiCall>;
export type ApiCancelCall = v.InferOutput<typeof apiCancelCall>;
