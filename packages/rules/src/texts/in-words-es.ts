// Owns numbers as they are read aloud in Spanish.
import { WORDS_UP_TO } from './in-words.ts';

const ONES =
  'cero uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve'.split(
    ' ',
  );
const TENS = '- - - treinta cuarenta cincuenta sesenta setenta ochenta noventa'.split(' ');
const HUNDREDS =
  '- ciento doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos'.split(
    ' ',
  );

/**
 * A number as it is read aloud in Spanish: `noventa`, `dos punto cinco`, `mil doscientos`. Digits after the point are read one by one. Takes
 * plain decimals without sign; throws RangeError for anything else.
 */
export function numberInSpanish(decimal: string): string {
  const [, whole, fraction] = /^(\d{1,15})(?:\.(\d{1,10}))?$/.exec(decimal) ?? [];
  if (whole === undefined) throw new RangeError('This is no plain decimal number.');
  const value = Number(whole);
  const words = value > WORDS_UP_TO ? digits(whole) : wholeInWords(value);
  const rest = fraction?.replace(/0+$/, '') ?? '';
  return rest === '' ? words : `${words} punto ${digits(rest)}`;
}

function digits(text: string): string {
  return text
    .split('')
    .map((digit) => ONES[Number(digit)] ?? '')
    .join(' ');
}

function wholeInWords(value: number): string {
  if (value < 30) return ONES[value] ?? '';
  if (value < 100) {
    const rest = value % 10;
    return `${TENS[Math.floor(value / 10)] ?? ''}${rest === 0 ? '' : ` y ${ONES[rest] ?? ''}`}`;
  }
  if (value === 100) return 'cien';
  if (value < 1000) {
    const rest = value % 100;
    return `${HUNDREDS[Math.floor(value / 100)] ?? ''}${rest === 0 ? '' : ` ${wholeInWords(rest)}`}`;
  }
  const thousands = Math.floor(value / 1000);
  const rest = value % 1000;
  const before = thousands === 1 ? '' : `${beforeMil(wholeInWords(thousands))} `;
  return `${before}mil${rest === 0 ? '' : ` ${wholeInWords(rest)}`}`;
}

/** `veintiún mil`, `treinta y un mil`. */
function beforeMil(words: string): string {
  return words.replace(/veintiuno$/, 'veintiún').replace(/uno$/, 'un');
}
