// Homographies: how one upright picture is overlaid on another, both in shares of their width and height (behaviour §12).

/** x and y from 0 to 1: from left to right and from top to bottom. */
export type Point = readonly [x: number, y: number];
/** 3 × 3, row by row. */
export type Homography = readonly number[];
/** The same place in both pictures. */
export type Mark = { older: Point; newer: Point };

type Nine = readonly [number, number, number, number, number, number, number, number, number];

const corners: readonly Point[] = [
  [0, 0],
  [1, 0],
  [1, 1],
  [0, 1],
];

function nine(matrix: Homography): Nine {
  if (matrix.length !== 9) throw new Error('A homography has nine numbers');
  return matrix as unknown as Nine;
}

/**
 * Where a point of the first picture lies in the second. Behind the horizon of a strong tilt the result is meaningless: see `hasNoFold`.
 */
export function applyHomography(matrix: Homography, [x, y]: Point): Point {
  const [a, b, c, d, e, f, g, h, i] = nine(matrix);
  const depth = g * x + h * y + i;
  return [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
}

/** From the first picture to the third, through the second. */
export function composeHomographies(first: Homography, then: Homography): Homography {
  const [one, two] = [nine(first), nine(then)];
  const product = [0, 3, 6].flatMap((row) =>
    [0, 1, 2].map((column) => [0, 1, 2].reduce((sum, k) => sum + (two[row + k] ?? 0) * (one[3 * k + column] ?? 0), 0)),
  );
  return scaled(product);
}

/** The inverse; null if the matrix flattens the picture to a line or contains values that are not numbers. */
export function invertHomography(matrix: Homography): Homography | null {
  const [a, b, c, d, e, f, g, h, i] = nine(matrix);
  const determinant = determinantOf(matrix);
  if (!Number.isFinite(determinant) || determinant === 0) return null;
  return scaled([
    e * i - f * h,
    c * h - b * i,
    b * f - c * e,
    f * g - d * i,
    a * i - c * g,
    c * d - a * f,
    d * h - e * g,
    b * g - a * h,
    a * e - b * d,
  ]);
}

function determinantOf(matrix: Homography): number {
  const [a, b, c, d, e, f, g, h, i] = nine(matrix);
  return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
}

/** A homography is the same at every scale: ours are scaled to depth 1 in the middle of the picture. */
function scaled(matrix: Homography): Homography {
  const depth = depthAt(matrix, [0.5, 0.5]);
  return Number.isFinite(1 / depth) ? matrix.map((value) => value / depth) : matrix;
}

function depthAt(matrix: Homography, [x, y]: Point): number {
  const [, , , , , , g, h, i] = nine(matrix);
  return g * x + h * y + i;
}

/** Depths within one picture differ by at most this factor: beyond it is a horizon, not a photo of the same place. */
const greatestTilt = 10;
/** A picture does not shrink below this share of the other's area. */
const smallestArea = 1e-3;

/** The whole picture stays in front and faces the viewer: no part is mirrored, folded, flattened or beyond the horizon. */
export function hasNoFold(matrix: Homography): boolean {
  if (matrix.length !== 9 || !matrix.every(Number.isFinite)) return false;
  const whole = scaled(matrix);
  const depths = corners.map((corner) => depthAt(whole, corner));
  if (Math.min(...depths) * greatestTilt <= Math.max(...depths)) return false;
  return determinantOf(whole) > smallestArea;
}

/** Normalises the marks: centred, at an average distance of one unit, so that sums of squares stay exact. */
function centred(points: readonly Point[]): Homography | null {
  const mean = (axis: 0 | 1) => points.reduce((sum, point) => sum + point[axis], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const spread = Math.sqrt(
    points.reduce((sum, point) => sum + (point[0] - x) ** 2 + (point[1] - y) ** 2, 0) / points.length,
  );
  if (!(spread > 1e-3)) return null;
  return [1 / spread, 0, -x / spread, 0, 1 / spread, -y / spread, 0, 0, 1];
}

function affineEquations({ older: [x, y], newer: [u, v] }: Mark): Equation[] {
  return [
    [x, y, 1, 0, 0, 0, u],
    [0, 0, 0, x, y, 1, v],
  ];
}

function projectiveEquations({ older: [x, y], newer: [u, v] }: Mark): Equation[] {
  return [
    [x, y, 1, 0, 0, 0, -x * u, -y * u, u],
    [0, 0, 0, x, y, 1, -x * v, -y * v, v],
  ];
}

/** Three marks determine shift, rotation, scale and shear; from the fourth on also tilt, unless all but one lie on a line. */
function bestFit(marks: readonly Mark[]): Homography | null {
  const affine = leastSquares(marks.flatMap(affineEquations), 1e-3);
  if (affine === null) return null;
  const tilted = marks.length > 3 ? leastSquares(marks.flatMap(projectiveEquations), 1e-5) : null;
  return tilted ? [...tilted, 1] : [...affine, 0, 0, 1];
}

/**
 * Maps the marks of the older picture to those of the newer one: exactly for three and four, least squares for more. Null if they lie on
 * one line or at one point, or contradict each other so that the picture would fold.
 */
export function homographyFromMarks(marks: readonly Mark[]): Homography | null {
  if (marks.length < 3 || !marks.every(({ older, newer }) => [...older, ...newer].every(Number.isFinite))) return null;
  const from = centred(marks.map(({ older }) => older));
  const to = centred(marks.map(({ newer }) => newer));
  const back = to && invertHomography(to);
  if (!from || !to || !back) return null;
  const middle = bestFit(
    marks.map(({ older, newer }) => ({ older: applyHomography(from, older), newer: applyHomography(to, newer) })),
  );
  if (middle === null || invertHomography(middle) === null) return null;
  const matrix = composeHomographies(composeHomographies(from, middle), back);
  return hasNoFold(matrix) ? matrix : null;
}

// Small systems of linear equations, solved by least squares: for the few marks of a person and the points of one alignment.

/** One equation: its coefficients, then their sum. */
type Equation = readonly number[];

/**
 * The unknowns that fit all equations best; null if the equations leave one of them open. `smallest`: how little of an unknown, squared and
 * per equation, may remain once the others are known.
 */
function leastSquares(equations: readonly Equation[], smallest: number): number[] | null {
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
