// Puts data into a page's script element as JSON that no tag inside it can end.

/** JSON for between `<script type="application/json">` and its end. */
export function inScript(data: unknown): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c');
}
