// Sums, medians, growth, and tables for a terminal.

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return sorted.length === 0 ? Number.NaN : (low + high) / 2;
}

export function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/** How much a cost grows with the size: 0 not at all, 1 in step with it. */
export function exponent(small: { size: number; cost: number }, big: { size: number; cost: number }): number {
  return Math.log(big.cost / small.cost) / Math.log(big.size / small.size);
}

export function grouped(number: number): string {
  return Math.round(number).toLocaleString('en-US');
}

/** Columns as wide as they must be, the first ones to the left; a row of fewer cells stands as a line of its own. */
export function table(rows: string[][], left = 2): string {
  const whole = Math.max(...rows.map((row) => row.length));
  const widths = Array.from({ length: whole }, (_, at) =>
    Math.max(...rows.filter((row) => row.length === whole).map((row) => row[at]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    row.map((cell, at) => (at < left ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join('  ');
  return rows.map((row) => (row.length === whole ? line(row) : row.join('  ')).trimEnd()).join('\n');
}

/** The same as Markdown: the first row is the head. */
export function markdown([head = [], ...rows]: string[][], left = 1): string {
  const widths = head.map((_, at) => Math.max(3, ...[head, ...rows].map((row) => row[at]?.length ?? 0)));
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  const padded = (row: string[]) =>
    widths.map((width, at) => (at < left ? (row[at] ?? '').padEnd(width) : (row[at] ?? '').padStart(width)));
  const rule = widths.map((width, at) => (at < left ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  return [padded(head), rule, ...rows.map(padded)].map(line).join('\n');
}
