// Tables that spreadsheets open (RFC 4180), and compute nothing in.

/** Without it some spreadsheets take UTF-8 for another encoding. */
export const csvStart = '\uFEFF';

/** Text, quoted; a spreadsheet would compute what begins with one of these. */
export function csvCell(text: string): string {
  const plain = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return `"${plain.replaceAll('"', '""')}"`;
}

/** Numbers stand as they are, what is not known is empty. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map((cell) => (typeof cell === 'string' ? csvCell(cell) : (cell ?? ''))).join(',')}\r\n`;
}
