// Owns the QR code of a fax: drawn as vectors, in modules large enough for 98 lines an inch.
import { create } from 'qrcode';

/** A filled rectangle, in points. */
export interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Blank modules around the code that readers need. */
const QUIET_MODULES = 4;

/**
 * The dark bars of a code of `size` points with its quiet zone. Level M restores 15 %: what a line error of a fax takes.
 * Runs of a row are one bar each, so that no hairline shows between modules.
 */
export function qrBars(text: string, x: number, y: number, size: number): readonly Bar[] {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const unit = size / (modules.size + 2 * QUIET_MODULES);
  const bars: Bar[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    let start = -1;
    for (let column = 0; column <= modules.size; column += 1) {
      const dark = column < modules.size && modules.get(row, column) === 1;
      if (dark && start < 0) start = column;
      if (dark || start < 0) continue;
      bars.push({
        x: x + (QUIET_MODULES + start) * unit,
        y: y + (QUIET_MODULES + row) * unit,
        width: (column - start) * unit,
        height: unit,
      });
      start = -1;
    }
  }
  return bars;
}
