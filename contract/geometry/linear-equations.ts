// Small systems of linear equations, solved by least squares: for the few marks of a person and the points of one alignment.

/** One equation: its coefficients, then what they shall sum up to. */
export type Equation = readonly number[];

/**
 * The unknowns that fit all equations best, null where these leave one of them open. `smallest`: how little of an unknown, by the square
 * and for each equation, may be left when the others are known.
 */
export function leastSquares(equations: readonly Equation[], smallest: number): number[] | null {
  const system = normalEquations(equations);
  for (let step = 0; step < system.length; step++) {
    const pivot = swapInLargest(system, step);
    if (!(Math.abs(pivot) > smallest * equations.length)) return null;
    eliminate(system, step);
  }
  return system.map((row, index) => (row.at(-1) ?? 0) / (row[index] ?? 1));
}

function normalEquations(equations: readonly Equation[]): number[][] {
  const unknowns = (equations[0]?.length ?? 1) - 1;
  const product = (row: number, column: number) =>
    equations.reduce((sum, equation) => sum + (equation[row] ?? 0) * (equation[column] ?? 0), 0);
  return Array.from({ length: unknowns }, (_, row) =>
    Array.from({ length: unknowns + 1 }, (_, column) => product(row, column)),
  );
}

function swapInLargest(system: number[][], step: number): number {
  const size = (row: number) => Math.abs(system[row]?.[step] ?? 0);
  let largest = step;
  for (let row = step; row < system.length; row++) if (size(row) > size(largest)) largest = row;
  const [from = [], to = []] = [system[step], system[largest]];
  system[step] = to;
  system[largest] = from;
  return to[step] ?? 0;
}

function eliminate(system: number[][], step: number): void {
  const source = system[step] ?? [];
  for (const [index, row] of system.entries()) {
    if (index === step) continue;
    const factor = (row[step] ?? 0) / (source[step] ?? 1);
    for (let column = step; column < row.length; column++)
      row[column] = (row[column] ?? 0) - factor * (source[column] ?? 0);
  }
}
