// Owns small PDF files for tests, written by hand so that the reader is tested against the format and not against one writer.
import { deflateSync } from 'node:zlib';

/** One page with these lines of Helvetica text, the first one bold; `extra` is drawn before them. */
export function pdfOf(
  lines: readonly string[],
  options: { compress?: boolean; extra?: string } = {},
): Buffer {
  const text = lines.map(
    (line, index) =>
      `BT /${index === 0 ? 'B' : 'R'} ${index === 0 ? 16 : 11} Tf 1 0 0 1 72 ${720 - index * 24} Tm (${line.replace(/[\\()]/g, '\\$&')}) Tj ET`,
  );
  return pdfWith([options.extra ?? '', ...text].join('\n'), { compress: options.compress ?? false });
}

/** One page with this content stream; fonts R and B are Helvetica, picture Q is a 2 × 2 chessboard in gray. */
export function pdfWith(content: string, { compress = false } = {}): Buffer {
  const bytes = Buffer.from(content, 'latin1');
  const stream = compress ? deflateSync(bytes) : bytes;
  const filter = compress ? ' /Filter /FlateDecode' : '';
  const picture = Buffer.from([0, 255, 255, 0]);
  const objects: (string | [string, Buffer])[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /R 5 0 R /B 6 0 R >> /XObject << /Q 7 0 R >> >> >>',
    [`<< /Length ${stream.length}${filter} >>`, stream],
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    [
      `<< /Type /XObject /Subtype /Image /Width 2 /Height 2 /BitsPerComponent 8 /ColorSpace /DeviceGray /Length ${picture.length} >>`,
      picture,
    ],
  ];
  const parts: Buffer[] = [Buffer.from('%PDF-1.3\n', 'latin1')];
  for (const [index, object] of objects.entries()) {
    const [dictionary, data] = typeof object === 'string' ? [object, null] : object;
    parts.push(Buffer.from(`${index + 1} 0 obj\n${dictionary}\n`, 'latin1'));
    if (data !== null)
      parts.push(Buffer.from('stream\n', 'latin1'), data, Buffer.from('\nendstream\n', 'latin1'));
    parts.push(Buffer.from('endobj\n', 'latin1'));
  }
  parts.push(Buffer.from('trailer\n<< /Root 1 0 R >>\n%%EOF\n', 'latin1'));
  return Buffer.concat(parts);
}
