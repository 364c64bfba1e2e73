// Owns the words treatments are found by: the same reading for what is stored and for what is typed.
import { transliterateName } from '@pestle/script';

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
