// How heights are drawn: tinted from low to high and shaded by the sun, and what the legend says of it.

/** From low to high, dark enough beneath and light enough above to be told apart without colours. */
const tints = ['#1f5a6d', '#3f8a5f', '#9fb760', '#e3cf86', '#b98452', '#f3efe9'] as const;

export const legendGradient = `linear-gradient(to right, ${tints.join(', ')})`;

export type Heights = { min: number; max: number };

const metres = (digits: number) => new Intl.NumberFormat('en-US', { maximumFractionDigits: digits });

/** '312.4 m' where the whole map has few metres, else whole metres. */
export function heightText(value: number, { min, max }: Heights): string {
  const digits = [10, 100].filter((span) => max - min < span).length;
  return `${metres(digits).format(value)} m`;
}

type Expression = (string | number | Expression)[];

/** Of what a band says around a pixel: the sun stands in the north-west, half high. `opacity`: the band that says what is nothing. */
export function reliefColour({ min, max }: Heights, opacity: number | undefined): Expression {
  const span = max - min || 1;
  const stops = tints.flatMap((tint, index) => [min + (span * index) / (tints.length - 1), tint]);
  const tint: Expression = ['interpolate', ['linear'], ['band', 1], ...stops];
  const slope = (dx: number, dy: number): Expression => [
    '/',
    ['-', ['band', 1, dx, dy], ['band', 1, -dx, -dy]],
    ['*', 2, ['resolution']],
  ];
  const [east, south] = [slope(1, 0), slope(0, 1)];
  const steepness: Expression = ['sqrt', ['+', 1, ['+', ['*', east, east], ['*', south, south]]]];
  // The unit normal times the direction of the sun: (-1, -1) on the plane, as high as it is far.
  const lit: Expression = ['/', ['+', ['*', 0.5, ['+', east, south]], Math.SQRT1_2], steepness];
  const shade: Expression = ['clamp', ['+', 0.15, lit], 0.3, 1];
  const light: Expression = ['*', 255, shade];
  const visible: Expression | number = opacity === undefined ? 1 : ['clamp', ['band', opacity], 0, 1];
  return ['*', tint, ['color', light, light, light, visible]];
}
