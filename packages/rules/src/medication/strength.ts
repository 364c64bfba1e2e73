// Owns strengths: read from the public sources' spelling, and written for people (ui rules 3, 4 and 6).

const NO_BREAK_SPACE = '\u00a0';

/**
 * The strength of each ingredient in the spelling prescribers know, from RxTerms (`12.5-10 mg` of two ingredients is
 * `12.5 mg` and `10 mg`; `100 unt/ml` is `100 units/mL`). One part when the numbers do not fit the ingredients; empty when
 * the source gives no usable strength (`mixed`, `var units`).
 */
export function readStrength(source: string, ingredientCount: number): readonly string[] {
  const match = /^([\d.,]+(?:-[\d.,]+)*)\s*(\S.*)$/.exec(source.trim());
  const numbers = match?.[1]?.split('-') ?? [];
  const unit = readUnit(match?.[2] ?? '');
  if (numbers.length === 0 || unit === '' || /var units/.test(unit)) return [];
  const glue = unit.startsWith('%') ? '' : ' ';
  const parts = numbers.length === ingredientCount ? numbers : [numbers.join('-')];
  return parts.map((number) => `${number}${glue}${unit}`);
}

function readUnit(unit: string): string {
  return spelledUnits(unit)
    .replace(/\/(?:puff|spray|actuat)\b/gi, '/actuation')
    .replace(/\/hr\b/gi, '/hour')
    .replace(/\/24 hr\b/gi, '/24 hours');
}

/** Units as they cannot be misread, apart from their numbers: U and IU are read as 0 and 10, µg as mg, cc as 00 (ISMP). */
export function spelledUnits(text: string): string {
  return text
    .replace(/(\d)(?=[a-z\u00b5\u03bc])/gi, '$1 ')
    .replace(/\b(?:unt|units?|iu|(?<=\d\s*)u)\b/gi, 'units')
    .replace(/\bmeq\b/gi, 'mEq')
    .replace(/[\u00b5\u03bc]g\b|\bug\b/gi, 'mcg')
    .replace(/\b(?:mg|mcg|g)\b/gi, (name) => name.toLowerCase())
    .replace(/\b(?:ml|cc)\b/gi, 'mL');
}

/**
 * A strength as it is shown, however it was written down: units that cannot be misread, a no-break blank between number and
 * unit, a zero before a point and none after, a comma from 1,000, and words for the stroke (`400 mg in 5 mL`, `100 units per mL`) that is read as a 1.
 */
export function formatStrength(strength: string): string {
  return strength
    .split(' / ')
    .map((part) =>
      spelledUnits(part)
        .replace(/\/(?=\d)/, ' in ')
        .replace(/\//g, ' per ')
        .replace(/(?<![\d,.])(?:\d[\d,]*)?(?:\.\d+)?(?=[\s%a-z-]|$)/gi, (number) =>
          /\d/.test(number) ? formatNumber(number) : number,
        )
        .replace(/(\d)\s+(?=[a-z])(?!in |per )/gi, `$1${NO_BREAK_SPACE}`),
    )
    .join(' / ');
}

/** `1000.50` as `1,000.5`, `.5` as `0.5`, `5.0` as `5`. Text that is no number comes back as it is. */
export function formatNumber(text: string): string {
  const match = /^(\d*)(?:\.(\d+))?$/.exec(text.replaceAll(',', ''));
  if (match === null || text === '') return text;
  const whole = (match[1] ?? '').replace(/^0+(?=\d)/, '') || '0';
  const fraction = (match[2] ?? '').replace(/(?<!0)0+$/, '');
  const grouped = whole.length > 3 ? whole.replace(/\B(?=(?:\d{3})+$)/g, ',') : whole;
  return fraction === '' ? grouped : `${grouped}.${fraction}`;
}

/** One pound in kilograms, exactly (NIST Handbook 44). */
export const KILOGRAMS_PER_POUND = 0.45359237;

/** A number above 0 with its unit, held together: `5.625 mL`. */
export function formatMeasure(value: number, unit: string): string {
  return `${formatValue(value)}${NO_BREAK_SPACE}${unit}`;
}

/** Six significant digits of a number above 0, without an exponent (up to 1e21, above which `toFixed` writes one). */
export function formatValue(value: number): string {
  const decimals = Math.min(12, Math.max(0, 6 - Math.ceil(Math.log10(value))));
  return formatNumber(Number(value.toPrecision(6)).toFixed(decimals));
}
