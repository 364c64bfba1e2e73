// Owns a small fax for tests: one page as PDF, and its words as they travel beside it to the sandbox's machine.

/** One page with these lines of Helvetica text. */
export function pdfOf(lines: readonly string[]): Buffer {
  const shown = lines.map(
    (line, index) => `1 0 0 1 72 ${720 - index * 24} Tm (${line.replace(/[\\()]/g, '\\$&')}) Tj`,
  );
  const content = Buffer.from(['BT /R 11 Tf', ...shown, 'ET'].join('\n'), 'latin1');
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /R 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content.toString('latin1')}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ].map((object, index) => `${index + 1} 0 obj\n${object}\nendobj`);
  return Buffer.from(['%PDF-1.3', ...objects, 'trailer\n<< /Root 1 0 R >>', '%%EOF\n'].join('\n'), 'latin1');
}

/** The header `fax-text` of a fax. */
export function faxText(lines: readonly string[]): string {
  return Buffer.from(JSON.stringify(lines)).toString('base64url');
}
