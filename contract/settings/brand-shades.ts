// The shades of a company's colour in which words can be read: on light and dark grounds, at 4.5:1 for words and 3:1 for marks (WCAG 1.4.3, 1.4.11).

/** Of one theme. */
export type Shades = {
  /** Of buttons: white words stand on it, and it stands out from the page. */
  ground: string;
  hover: string;
  /** Of links and of what is chosen: words of it stand on every ground of the page, and on `soft`. */
  ink: string;
  soft: string;
};
export type BrandShades = { light: Shades; dark: Shades };

type Rgb = readonly [number, number, number];

const toRgb = (hex: string): Rgb => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
const toHex = (rgb: Rgb) => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** Relative luminance, 0 to 1 (WCAG 2.2). */
export function luminance(hex: string): number {
  const [red, green, blue] = toRgb(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** 1 to 21. */
export function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].toSorted((a, b) => a - b) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const mix = (hex: string, into: string, share: number): string => {
  const [from, to] = [toRgb(hex), toRgb(into)];
  return toHex(from.map((part, at) => part + ((to[at] ?? 0) - part) * share) as unknown as Rgb);
};

/** As little of black or white mixed in as brings it there; what lies within already stays as it is. */
function within(hex: string, { least = 0, most = 1 }: { least?: number; most?: number }): string {
  const now = luminance(hex);
  if (now >= least && now <= most) return hex;
  const into = now > most ? '#000000' : '#ffffff';
  for (let share = 1; share < 255; share++) {
    const shade = mix(hex, into, share / 255);
    if (into === '#000000' ? luminance(shade) <= most : luminance(shade) >= least) return shade;
  }
  return into;
}

/** The grounds of the pages that words of `ink` stand on (web/ui/styles/colours.css): the darkest of light ones, the lightest of dark ones. */
const grounds = { light: '#eef0f3', dark: '#20252b' };
/** White words on it keep 4.5:1, a little more for rounding. */
const underWhite = 1.05 / 4.55 - 0.05;
/** It keeps 3:1 to the grounds of a dark page. */
const aboveDark = 3.02 * (luminance(grounds.dark) + 0.05) - 0.05;

const inkOnLight = (ground: string) => ({ most: (luminance(ground) + 0.05) / 4.55 - 0.05 });
const inkOnDark = (ground: string) => ({ least: 4.55 * (luminance(ground) + 0.05) - 0.05 });

export function shadesOf(colour: string): BrandShades {
  const light = within(colour, { most: underWhite });
  const dark = within(colour, { least: aboveDark, most: underWhite });
  const soft = { light: mix(light, '#ffffff', 0.9), dark: mix(light, grounds.dark, 0.85) };
  return {
    light: {
      ground: light,
      hover: mix(light, '#000000', 0.2),
      ink: within(light, inkOnLight(luminance(soft.light) < luminance(grounds.light) ? soft.light : grounds.light)),
      soft: soft.light,
    },
    dark: {
      ground: dark,
      hover: within(mix(dark, '#ffffff', 0.08), { least: aboveDark, most: underWhite }),
      ink: within(colour, inkOnDark(luminance(soft.dark) > luminance(grounds.dark) ? soft.dark : grounds.dark)),
      soft: soft.dark,
    },
  };
}

/** Whether words can be set on it and in it as it is, in light: else a darker shade takes its place there. */
export function isReadable(colour: string): boolean {
  const { ground, ink } = shadesOf(colour).light;
  return ground === colour && ink === colour;
}
