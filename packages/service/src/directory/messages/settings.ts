// Turns a pharmacy's settings into the form of its messages (D7); the same code refuses settings that cannot be used.
import type { Edit, Finding, Profile } from '@pestle/script';
import { build, MAX_EDITS, refusalOf, ScriptError } from '@pestle/script';
import type { Sample } from './samples.ts';
import { samplesFor } from './samples.ts';

/** What an integration says about its SCRIPT messages. */
export interface MessageSettings {
  readonly version: '2017071' | '2023011';
  readonly form: 'xml' | 'json';
  readonly cancel: 'reduced' | 'full';
  readonly shape?: 'own' | '2017071' | undefined;
  readonly versionAttributes?: string | undefined;
  readonly senderTertiaryId?: string | undefined;
  readonly receiverTertiaryId?: string | undefined;
  readonly set?: Readonly<Record<string, string>> | undefined;
  readonly drop?: readonly string[] | undefined;
  readonly noteLines?: readonly string[] | undefined;
}

/** Something that is wrong with the settings: where in them, and what to do. */
export interface SettingsProblem {
  readonly at: readonly [setting: keyof MessageSettings, ...item: (string | number)[]];
  readonly message: string;
}

const TERTIARY = {
  senderTertiaryId: 'Header/Security/Sender/TertiaryIdentification',
  receiverTertiaryId: 'Header/Security/Receiver/TertiaryIdentification',
} as const;

/** The profile that a pharmacy's messages are built with. Parts are dropped first, so that whatever is set is there. */
export function messageProfile(settings: MessageSettings): Profile {
  const edits: Edit[] = [
    ...(settings.drop ?? []).map((path): Edit => ({ op: 'drop', path })),
    // The store keeps the members of an object in an order of its own.
    ...valuesOf(settings)
      .toSorted(([, one], [, other]) => (one < other ? -1 : 1))
      .map(([, path, value]) => editOf(path, value)),
  ];
  return {
    version: settings.version,
    form: settings.form,
    cancelContent: settings.cancel,
    ...(settings.shape === '2017071' ? { shape: '2017071' as const } : {}),
    ...(settings.versionAttributes === undefined ? {} : { versionAttributes: settings.versionAttributes }),
    ...(settings.noteLines === undefined ? {} : { noteLines: settings.noteLines }),
    ...(edits.length === 0 ? {} : { edits }),
  };
}

type Value = readonly [setting: 'set' | keyof typeof TERTIARY, path: string, value: string];

/** Every value that goes to a place of its own. */
function valuesOf(settings: MessageSettings): Value[] {
  const tertiary = (['senderTertiaryId', 'receiverTertiaryId'] as const).flatMap((name): Value[] => {
    const value = settings[name];
    return value === undefined ? [] : [[name, TERTIARY[name], value]];
  });
  return [
    ...tertiary,
    ...Object.entries(settings.set ?? {}).map(([path, value]): Value => ['set', path, value]),
  ];
}

/** What a pharmacy sets beside what was signed is added; everywhere else it stands instead of ours. */
function editOf(path: string, value: string): Edit {
  const set: Edit = { op: 'set', path, value };
  return refusalOf(set) === 'edit-refused' ? { op: 'add', path, value } : set;
}

/**
 * Everything in the settings that delivery could not do: what would touch signed content, places that no message of this pharmacy has, and
 * whatever would break a message. Found by building messages, as delivery does. `whole` false: the pharmacy's NPI or telephone number is
 * not known, so that messages leave its element out. Empty: every message can be built, and each value is in one.
 */
export function messageProblems(settings: MessageSettings, whole: boolean): readonly SettingsProblem[] {
  const refused = refusedOf(settings);
  if (refused.length > 0) return refused;
  const samples = samplesFor(settings.cancel, whole);
  const problems = samples.flatMap((sample) => brokenIn(settings, sample));
  if (problems.length > 0) return distinct(problems);
  return [...unplacedOf(settings, samples), ...idleDrops(settings, samples)];
}

/** What the settings break in one message. */
function brokenIn(settings: MessageSettings, sample: Sample): readonly SettingsProblem[] {
  try {
    const { warnings } = build(sample, messageProfile(settings));
    return warnings.some(({ rule }) => rule === 'note-line') ? [TOO_MANY_LINES] : [];
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    if (error.findings.length === 0) return [unknownPath(settings, error)];
    return error.findings.map((finding) => brokenBy(settings, finding));
  }
}

/** Values that no message has a place for. */
function unplacedOf(settings: MessageSettings, samples: readonly Sample[]): readonly SettingsProblem[] {
  const profile = messageProfile(settings);
  const left = samples.map((sample) => {
    const warnings = build(sample, profile).warnings.filter(({ rule }) => rule === 'edit');
    return { type: sample.type, paths: new Set(warnings.map(({ path }) => path)) };
  });
  return valuesOf(settings)
    .filter(([, path]) => !left.some(({ type, paths }) => isFor(type, path) && !paths.has(path)))
    .map(([setting, path]) => ({
      at: setting === 'set' ? ['set', path] : [setting],
      message:
        'No message to this pharmacy has this place. JSON carries no attributes, a reduced CancelRx little more than names, and the pharmacy is in a message only where its NPI and telephone number are known.',
    }));
}

/** Parts to drop that no message has: most likely a slip of the pen, and what was meant would still be sent. */
function idleDrops(settings: MessageSettings, samples: readonly Sample[]): readonly SettingsProblem[] {
  const { noteLines: _lines, set: _set, ...plain } = settings;
  return (settings.drop ?? []).flatMap((path, index): SettingsProblem[] => {
    const changes = samples.some((sample) => {
      const text = (drop: readonly string[]): string =>
        build(sample, { ...messageProfile({ ...plain, drop }), unchecked: true }).text;
      return text([path]) !== text([]);
    });
    return changes ? [] : [{ at: ['drop', index], message: 'No message to this pharmacy has this part.' }];
  });
}

const isFor = (type: string, path: string): boolean =>
  path.startsWith('Header/') || path.startsWith(`Body/${type}/`);

const TOO_MANY_LINES: SettingsProblem = {
  at: ['noteLines'],
  message: 'These lines do not fit together into the 210 characters of a note.',
};

function refusedOf(settings: MessageSettings): readonly SettingsProblem[] {
  const problems: SettingsProblem[] = [];
  const values = valuesOf(settings);
  const drops = settings.drop ?? [];
  const seen = new Set<string>();
  for (const [setting, path, value] of values) {
    const at: SettingsProblem['at'] = setting === 'set' ? ['set', path] : [setting];
    const refusal = refusalOf(editOf(path, value));
    // What the standard does not take is told by a message that has it, with the rule that it breaks.
    if (refusal !== undefined && refusal !== 'refused') problems.push({ at, message: REFUSALS[refusal] });
    // The first of its kind may be named with or without its position.
    const unnumbered = path.replaceAll('[1]', '');
    if (seen.has(unnumbered)) problems.push({ at, message: 'Two values for one place.' });
    seen.add(unnumbered);
  }
  for (const [index, path] of drops.entries()) {
    const refusal = refusalOf({ op: 'drop', path });
    if (refusal === 'edit-refused' || refusal === 'edit-invalid')
      problems.push({ at: ['drop', index], message: REFUSALS[refusal] });
  }
  if (values.length + drops.length > MAX_EDITS)
    problems.push({ at: ['set'], message: `At most ${MAX_EDITS} changes can be made to a message.` });
  if (settings.form === 'json' && settings.versionAttributes !== undefined)
    problems.push({ at: ['versionAttributes'], message: 'A message in JSON carries no attributes.' });
  return problems;
}

const REFUSALS = {
  'edit-refused':
    'What was signed, the ids and times of messages, and identifiers that name one person cannot be changed here (D7).',
  'edit-invalid': 'This is no path of a message, such as Header/Mailbox/MailboxID.',
} as const;

/** Whose fault a finding is: the value that stands there, what was dropped there or inside, else the lines of the note. */
function brokenBy(settings: MessageSettings, { path, rule, limit }: Finding): SettingsProblem {
  const message = `A message with this would break the standard at ${path}: ${rule}, ${limit}.`;
  if (path.startsWith('@')) return { at: ['versionAttributes'], message };
  const plain = (text: string): string => `${text.replaceAll(/\[\d+\]/g, '').replace(/\/@\w+$/, '')}/`;
  const values = valuesOf(settings);
  const value =
    values.find(([, target]) => plain(target) === plain(path)) ??
    values.find(([, target]) => plain(target).startsWith(plain(path)));
  const index = (settings.drop ?? []).findIndex((target) => plain(target).startsWith(plain(path)));
  if (value !== undefined) return { at: value[0] === 'set' ? ['set', value[1]] : [value[0]], message };
  if (index >= 0) return { at: ['drop', index], message };
  return { at: [path.endsWith('/Note') ? 'noteLines' : 'set'], message };
}

function unknownPath(settings: MessageSettings, error: ScriptError): SettingsProblem {
  const path = Object.keys(settings.set ?? {}).find((target) => error.message.includes(`(${target})`));
  const message = 'No message has such a place.';
  return { at: path === undefined ? ['set'] : ['set', path], message };
}

/** One problem for each setting: what is broken in one message is broken in the others too. */
function distinct(problems: readonly SettingsProblem[]): readonly SettingsProblem[] {
  return [...new Map(problems.map((one) => [JSON.stringify(one.at), one])).values()];
}
