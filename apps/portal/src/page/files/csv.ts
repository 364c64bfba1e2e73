// Owns what is exported as a file: lines that a spreadsheet reads as text, and never as a formula.

/** One line of cells after the other, the names of the columns first. */
export function csvOf(lines: readonly (readonly string[])[]): string {
  return lines.map((line) => line.map(cell).join(',')).join('\r\n');
}

/** A name may begin with what a spreadsheet takes for a formula: an apostrophe makes it text. */
function cell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

/** Hands the file to the browser; its name says what it is and of which day. */
export function saveCsv(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/csv;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${name}-${new Date().toISOString().slice(0, 10)}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
