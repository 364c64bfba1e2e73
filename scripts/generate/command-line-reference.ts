// docs/reference/command-line.md, from the commands as they are defined.

import { createProgram } from '@pestle/cli/program';
import { family, fullName } from '@pestle/cli/run-program';
import type { Argument, Command, Option } from 'commander';
import { GENERATED_NOTE, table } from './markdown.ts';

export function commandLineReference(): string {
  const leaves = family(createProgram()).filter(({ commands }) => commands.length === 0);
  return `${GENERATED_NOTE}
# The command line

In the repository, \`npm run --silent pestle -- doctor\` runs \`pestle doctor\`, and so does \`npx pestle doctor\`. \`--help\` behind any command shows what stands
here; \`pestle --version\` says the version. A command loads what it needs when it runs: \`pestle script\` starts without the service, fit for a hook before
every commit.

## Answers and errors

What a command finds or did goes to standard output, what went wrong to standard error, and progress too. The exit status:

| Status | Meaning |
|---|---|
| 0 | done; of \`check\`, \`verify\`, \`doctor\` and \`demo\`: nothing is wrong |
| 1 | it failed, or \`check\`, \`verify\`, \`doctor\` or \`demo\` found something wrong, which is the answer on standard output |
| 2 | it was not understood, and nothing was tried: an unknown command or option, a missing or impossible value |
| 130 | \`demo\` was stopped before its end |

With \`--json\` the answer is one JSON object on standard output, and nothing else is there. Members may be added; none changes its meaning. An error is one
JSON object on standard error:

    {"error": {"code": "usage" | "failed" | "unexpected", "message": "…"}}

\`usage\` is status 2, \`failed\` is what the operator can mend, \`unexpected\` is a defect to report. The words of a message may change. Where
\`script build\` or \`script convert\` refuses a message that breaks the standard, the error has its \`findings\` too.

| Command | Its JSON |
|---|---|
${Object.entries(ANSWERS)
  .map(([name, shape]) => `| \`pestle ${name}\` | ${shape} |`)
  .join('\n')}

\`organization create\` shows the first administrator's password this once, with \`--json\` too, and \`user invite\` and
\`user recover\` show a link that lets in who has it; they stand in no log. Take them from there into a secret store, or to the person.

## Commands

${leaves.map(section).join('\n\n')}
`;
}

const WRITTEN =
  '`id`, `name`, `outcome` (`added`, `changed` or `unchanged`), `revision`, `changes` (`field`, `before`, `after`; of a secret only `field`), `notices`, `dryRun`';

const RECALLED =
  '`recall`: as in `recall list`, with `orders`, `fills`, `left`, `held`, `byState`, `byOrganization`, `byPharmacy`, `appearedSince` (`fills`, `orders`), `unknown` (ids that nobody has)';

const HISTORY =
  '`id`, `name`, `acts` (`at`, `operator`, `action`, `subject`, `detail`: the revision and the names of fields), the oldest first';

/** What a program finds in the answer of each command that has \`--json\`. */
const ANSWERS: Readonly<Record<string, string>> = {
  try: '`order` (its id), `pharmacy` and `treatment` (`id`, `name`); with `--cancel`: `order`, `results` (`outcome`, `message`)',
  migrate: '`applied` (names of migrations), `servingLogin` or null',
  doctor: '`problems` (how many), `findings` (`level`: `ok`, `note` or `problem`; `text`; `mend`: how to)',
  'organization create':
    '`organization`, `application` (ids; the second null without `--callback`), `portal` (`url`, `application`), `administrator`, `password` (null for somebody who has one)',
  'organization settings':
    '`organization`, and what was changed: `patientReentry`, `staffChoosePharmacy`, `offCatalog`, `writtenTreatments`, `patientTexts` and `deskReminders` (lists), `textsAtNight`, `officeHours`, `officeDays`, `officeHolidays`, `afterHoursOwner`, `deskMailTo` (as they were written)',
  'organization screening-service':
    '`organization`, `service` or null (`url`, `timeoutMs`, `privateNetwork`, `services` (`id`, `hook`, `title`, `prefetch`), `issuer`, `publicKeys`: the JWK Set to register, `changedAt`)',
  'patient import':
    '`newAllergies`, `newMedications`, `noKnownAllergies`, `skipped` (`index`, `resourceType`, `reason`)',
  'user list':
    '`organization`, `users` (`id`, `email`, `firstName`, `lastName`, `roles`, `active`, `secondFactor`, `missing`: codes of what a prescriber lacks to sign)',
  'user invite': '`user` (as in the list), `link` or null where an e-mail was sent',
  'user recover':
    '`user` (as it was), `link`, `expiresAt`, `secondFactor` (whether it has one still), `endedIn` (`organization`, `user`)',
  'user profile':
    '`user`, `changed` (false where it was so already), `missing` (codes of what the prescriber lacks to sign)',
  'user role': '`user`, `changed` (false where it was so already)',
  'user deactivate': '`user`, `changed` (false where it was so already)',
  'user reactivate': '`user`, `changed`',
  move: '`to` (the database, without credentials), `resumed`, `already` (it was moved before), `tables`, `rows`, `unequal`: 0, `differences`: empty. With `--dry-run`: `dryRun`, `to`, `would` (`begin`, `resume`, `open` or `nothing`), `tables` (`name`, `rows`, `bytes`), `rows`, `bytes`, `secondsExpected`. Where rows are not the same, the error has `unequal` (how many) and `differences` (the first of them: `table`, `key`, `is`: `missing`, `different` or `too many`)',
  'vault rotate': '`organizations` (how many have a new key), `sealsInSeconds`',
  'vault rewrap': '`dataKeys` (how many)',
  'vault rotate-signing': '`rotated`: true',
  'audit verify': '`sound`, `witnesses`, `organizations` ([what each report says](audit.md))',
  'audit seal': '`linked` (entries), `checkpoints` (signed heads)',
  'pharmacy list':
    '`pharmacies` (`id`, `name`, `stage`, `channel`, `partnerId`, …), `next` (the id for `--after`) or null',
  'pharmacy show':
    '`pharmacy` (as a file has it, with `revision`; secrets are `(sealed)`), `takesPrescriptions`, `conformance` (`at`, `by`, `isCurrent`) or null, `partner`, `acts`',
  'pharmacy preview':
    '`kind`, `channel`, `request` (`method`, `url`, `headers`, `auth`; secrets are `(sealed)`), `message`, `lines`, `differences` (`against`: `unmodified` or `stored`; `lines`: `sign`, `text`)',
  'pharmacy add': WRITTEN,
  'pharmacy set': WRITTEN,
  'pharmacy stage': WRITTEN,
  'pharmacy remove': WRITTEN,
  'pharmacy apply':
    '`dryRun`, `counts`, `verdicts` (`entry` of the file and its `line`, and what `pharmacy set` answers; or `outcome`: `refused`, with `refusal`, `message`, `fields`)',
  'pharmacy export': '`$schema`, `partners`, `pharmacies`: [the file](pharmacies-file.md)',
  'partner list': '`partners` (`id`, `name`, `active`, `revision`)',
  'partner show': '`partner`, `pharmacies` (ids), `acts`',
  'pharmacy history': HISTORY,
  'partner history': HISTORY,
  'partner add': WRITTEN,
  'partner set': WRITTEN,
  'partner remove': WRITTEN,
  'pharmacy check':
    '`passed`; `cases` (`id`, `verdict`: `passed`, `warning`, `failed` or `skipped`; `seen`, `advice`, `messages`); `held`: `prescriptions`, `canceled` (MessageIDs)',
  'pharmacy keys list':
    '`owner`, `keys` (`id`, `kind`, `keyId`, `fingerprint`, `from`, `until`, `state`: `coming`, `valid` or `over`), the latest first',
  'pharmacy keys add':
    '`key` (as in the list), `secret` (the key, this once) or null where it was given, `added`',
  'pharmacy people list':
    '`pharmacy`, `people`: each with `id`, `pharmacyId`, `email`, `name`, `state` (`invited`, `active`, `inactive`), `invitationUntil`, `lastSignInAt`',
  'pharmacy people invite': '`account` (as in the list), `url` (the link, this once)',
  'pharmacy people deactivate': '`account`, `changed`',
  'pharmacy people reactivate': '`account`, `changed`',
  'pharmacy corrections list':
    '`corrections`: each with `id`, `pharmacyId`, `pharmacyName`, `person`, `field`, `before`, `proposed`, `state`, `askedAt`, `decidedAt`, `decidedBy`, `reason`',
  'pharmacy corrections confirm': '`id`, `notices`',
  'pharmacy corrections decline': '`id`',
  'pharmacy corrections seen': '`id`',
  'pharmacy keys end': '`key`, `changed`, `valid` (how many keys are valid now)',
  'maintenance list': '`windows`',
  'maintenance history': '`entries`',
  'maintenance add': '`window`',
  'maintenance change': '`window`',
  'maintenance end': '`window`',
  'queue list':
    '`lanes` (`lane`, `waiting`, `due`, `underWay`, `oldestAt`, `failures`, `pausedUntil`, `onHoldSince`, `onHoldBy`, `rowsOnHold`)',
  'queue show':
    '`rows` (`id`, `organizationId`, `orderId`, `kind`, `attempt`, `dueAt`, `lastOutcome`, `lastReason`, …)',
  'queue stuck': '`reasons` (`reason`, `fills`, `oldest`), `fills` (the oldest, with their ids)',
  'queue attempts': '`transmission` or null, `attempts`, `waits` (its row) or null',
  'queue hold': '`lane` or null, `row` or null: as they are now, as in `queue list` and `queue show`',
  'queue release': '`lane`, `row`, as of `queue hold`',
  'queue fax': '`lane` (null), `row`; null once it has left the electronic lane',
  'queue reset': '`lane`; null where nothing waits in it any more; `row` (null)',
  'queue resend':
    '`transmission`, `afterAttempt`, `lane` or null, `done` (false after `--dry-run`, and where the same was done before), `row` or null',
  'queue message':
    '`transmission`, `contentType`, `message` (null for a fax), `answers` (`number` of the attempt, `answer` or null)',
  'order show':
    '`orders` (`organizationId`, `organizationName`, `timeZone`, `orderId`, `number`, `situation`, `createdAt`, `fills`: `fillId`, `line`, `situation`, `since`, `pharmacyId`, `pharmacyName`, `reason`, `waitsFor`, …): one, or one of each organization that has this number',
  'queue history':
    '`acts` (`id`, `at`, `operator`, `action`, `subject`, `detail`), the latest first; `next` (for `--after`) or null',
  'recall preview': RECALLED,
  'recall start': RECALLED,
  'recall end': RECALLED,
  'recall show': RECALLED,
  'recall list':
    '`recalls` (`id`, `state`: `PREVIEWED`, `STARTED` or `ENDED`; `kind`, `named`, `action`, `reason`, `isComplete`, who did what when)',
  'recall export':
    '`recall` (its id), `pharmacies` (`pharmacyId`, `pharmacyName`, `pharmacyPhone`, `pharmacyNcpdpId`, `fills` with `orderId`, `fillId`, `prescriberOrderNumbers`, `messageIds`, `state`, `hasLeft`, `isHeld`, …)',
  'quarantine show':
    '`open` (`id`, `since`, `because`, `by`, `held`) or null, `lanes` (`lane`, `held`, `settled`, `oldestAt`, `newestAt`), `earlier`; with a lane: `rows`, as of `queue show`',
  'quarantine begin': 'as of `quarantine show`',
  'quarantine reconcile':
    '`done`, `refused` (`id`, `message`), `left`; with `--received`: `settled`, `notHeld`, `unknown` (ids)',
  'quarantine end': 'as of `quarantine show`',
  import: '`kind`, and the report: what was added, changed, unchanged and refused, with lines and reasons',
  demo: 'the report, as in `report.json`',
  'script check': '`ok`, `findings` (`path`, `rule`, `limit`, `found`, …), `unchecked` (paths)',
};

function section(command: Command): string {
  const hasJson = command.options.some(({ long }) => long === '--json');
  const name = fullName(command).replace(/^pestle /, '');
  if (hasJson !== name in ANSWERS) throw new Error(`the JSON of "pestle ${name}" is not described`);
  const rows = [
    ...command.registeredArguments.map(argumentRow),
    ...command.options.map((option) => optionRow(option)),
  ];
  return [
    `### pestle ${name}`,
    sentence(command.description()),
    `    pestle ${name} ${command.usage()}`,
    ...(rows.length === 0 ? [] : [table(['Option', 'What it does', 'Without it'], rows)]),
  ].join('\n\n');
}

function argumentRow(argument: Argument): readonly string[] {
  const name = argument.required ? `<${argument.name()}>` : `[${argument.name()}]`;
  return [
    `\`${name}\``,
    withChoices(argument.description, argument.argChoices),
    argument.required ? 'required' : '',
  ];
}

function optionRow({ flags, description, argChoices, defaultValue, mandatory }: Option): readonly string[] {
  return [`\`${flags}\``, withChoices(description, argChoices), mandatory ? 'required' : shown(defaultValue)];
}

function withChoices(description: string, choices: readonly string[] | undefined): string {
  return choices === undefined
    ? description
    : `${description}: ${choices.map((one) => `\`${one}\``).join(', ')}`;
}

function shown(value: unknown): string {
  if (typeof value === 'string') return `\`${value}\``;
  return typeof value === 'number' ? String(value) : '';
}

function sentence(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}
