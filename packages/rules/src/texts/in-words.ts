// Owns numbers as they are read aloud: a quantity that is misheard is a dose that is wrong.

const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = '- - twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

/** Above it a number is read digit by digit. */
export const WORDS_UP_TO = 999_999;

/**
 * A number as it is read aloud in English: `ninety`, `two point five`, `one thousand two hundred`. Digits after the point are
 * read one by one. Takes plain decimals without sign; throws RangeError for anything else.
 */
export function numberInWords(decimal: string): string {
  const [, whole, fraction] = /^(\d{1,15})(?:\.(\d{1,10}))?$/.exec(decimal) ?? [];
  if (whole === undefined) throw new RangeError('This is no plain decimal number.');
  const value = Number(whole);
  const words = value > WORDS_UP_TO ? digits(whole) : wholeInWords(value);
  const rest = fraction?.replace(/0+$/, '') ?? '';
  return rest === '' ? words : `${words} point ${digits(rest)}`;
}

/** Each digit by its name, for what is spelled out: order numbers, telephone numbers. */
export function digits(text: string): string {
  return text
    .split('')
    .map((digit) => ONES[Number(digit)] ?? '')
    .join(' ');
}

function wholeInWords(value: number): string {
  if (value < 20) return ONES[value] ?? '';
  if (value < 100) {
    const rest = value % 10;
    return `${TENS[Math.floor(value / 10)] ?? ''}${rest === 0 ? '' : `-${ONES[rest] ?? ''}`}`;
  }
  const [unit, name] = value < 1000 ? [100, 'hundred'] : [1000, 'thousand'];
  const rest = value % unit;
  return `${wholeInWords(Math.floor(value / unit))} ${name}${rest === 0 ? '' : ` ${wholeInWords(rest)}`}`;
}
