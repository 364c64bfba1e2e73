// The Luhn formula (ISO/IEC 7812-1, annex B): what a check digit makes of a number, so that one mistyped digit never passes.

/** The Luhn sum of a text of digits, the last of which is its check digit: a multiple of ten for a number that is right. */
export function luhnSum(digits: string): number {
  let sum = 0;
  for (let fromEnd = 0; fromEnd < digits.length; fromEnd += 1) {
    const digit = Number(digits.at(-1 - fromEnd));
    const doubled = fromEnd % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum;
}
