// Owns sentences with a number in them that change no dose: what it is mixed with, and how long a patch stays on.

const SAME_TIME = 'Take it at the same time each day';

/** How a note is read, and what it says. */
const NOTES: ReadonlyArray<readonly [pattern: RegExp, text: (match: RegExpExecArray) => string | undefined]> =
  [
    [
      // What a tablet is swallowed with is not what it is mixed in.
      /^(?:take it )?with (\d{1,2})(?: (?:-|to) (\d{1,2}))? (?:fl )?(?:oz|ounces?)(?: of)?(?: (?:a|any))? (water|juice|liquid|fluid|milk|beverage)(?= |$)/,
      ([, low, high, what]) =>
        `Take it with ${low}${high === undefined ? '' : ` to ${high}`} ounces of ${what}`,
    ],
    [/^at (?:about )?the same time(?: (?:each|every|of) day)?(?= |$)/, () => SAME_TIME],
    [/^take it at the same time each day(?= |$)/, () => SAME_TIME],
    [
      /^(?:(?:mix(?:ed)?|dissolved?|stir(?:red)?|diluted?)(?: it)? (?:in|with|into)|in|into) (\d{1,2})(?: (?:-|to) (\d{1,2}))? (?:fl )?(?:oz|ounces?)(?: of)?(?: (?:a|any))? (water|juice|liquid|fluid|milk|beverage)(?= |$)/,
      ([, low, high, what]) => `Mix in ${low}${high === undefined ? '' : ` to ${high}`} ounces of ${what}`,
    ],
    [
      /^(?:leave )?on (?:for )?(\d{1,2}) (?:hours|hrs|hr|h)(?: \/| and| then)* (?:off|remove(?:d)?) (?:for )?(\d{1,2}) (?:hours|hrs|hr|h)(?= |$)/,
      ([, on, off]) => onAndOff(on, off),
    ],
    [
      /^(\d{1,2}) (?:hours|hrs|hr|h) on(?: \/| and| then)* (\d{1,2}) (?:hours|hrs|hr|h) off(?= |$)/,
      ([, on, off]) => onAndOff(on, off),
    ],
    [
      /^(?:and )?(?:(?:remain|stay|sit|stand) upright|(?:do not|don't) lie down)(?: for)?( at least)? (\d{1,2}) (?:minutes|mins?)(?: after(?:ward|wards| taking(?: it)?| dose)?)?(?= |$)/,
      ([, least = '', minutes]) => `Stay upright for${least} ${minutes} minutes`,
    ],
    [
      /^(?:use )?(?:with|via|through|using) (?:a |an |the )?(?:spacer|aerochamber|holding chamber)(?: device)?(?= |$)/,
      () => 'Use with a spacer',
    ],
    [
      /^(?:and )?remove (?:it )?after (\d{1,2}) (?:hours|hrs|hr|h)(?= |$)/,
      ([, on]) => `Remove after ${on} hours`,
    ],
  ];

/** The sentence that begins here, and how many words it takes. */
export function readNote(ahead: string): { readonly text: string; readonly words: number } | undefined {
  for (const [pattern, say] of NOTES) {
    const match = pattern.exec(ahead);
    const text = match === null ? undefined : say(match);
    if (match !== null && text !== undefined) return { text, words: match[0].split(' ').length };
  }
  return undefined;
}

/** What is taken with some water, of what is mixed in it. */
export function mixedText(text: string): string {
  return text.replace(/^Take it with (?=\d)/, 'Mix in ');
}

function onAndOff(on = '', off = ''): string | undefined {
  return Number(on) + Number(off) === 24 ? `Leave on for ${on} hours, then off for ${off} hours` : undefined;
}
