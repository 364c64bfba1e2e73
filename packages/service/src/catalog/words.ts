// Owns the words treatments are found by: the same reading for what is stored and for what is typed.
import { transliterateName } from '@pestle/script';

const PER_MILLILITERS = /(\d[\d.,]*)\s*(mg|mcg|g|meq|units?)\s*(?:\/|\bper\b|\bin\b)\s*(\d[\d.,]*)?\s*ml\b/gi;

/**
 * The text with what is in milliliters as one word of what is in one: `500 mg/5 mL` and `100 mg/mL` are both `100mgml`. What people say by
 * the milliliter the files say by the spoonful, and the other way round.
 */
export function inMilliliters(text: string): string {
  return text.replace(PER_MILLILITERS, (_all, amount: string, unit: string, volume = '1') => {
    const number = (said: string): number => Number.parseFloat(said.replaceAll(',', ''));
    const concentration = Math.round((number(amount) / (number(volume) || 1)) * 1_000) / 1_000;
    return ` ${concentration}${unit.toLowerCase().replace(/s$/, '')}ml `;
  });
}

/** Lower case, ASCII; decimals stay whole (`.5` is `0.5`), thousands lose their comma (`1,000` is `1000`); each word once. */
export function treatmentWords(text: string): readonly string[] {
  const plain = transliterateName(text)
    .toLowerCase()
    .replace(/(?<=\d),(?=\d{3})/g, '')
    .replace(/(?<!\d)\.(?=\d)/g, '0.')
    .replace(/(?<!\d)\.|\.(?!\d)/g, ' ')
    .replace(/(?<=\d)(?=(?:mg|mcg|g|ml|meq|units?)\b)/g, ' ')
    .replace(/['’]/g, '')
    .replace(/[^a-z0-9.]+/g, ' ')
    .trim();
  return plain === '' ? [] : [...new Set(plain.split(' '))];
}
