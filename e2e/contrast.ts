// Text that is readable beyond doubt: plain colours on an opaque ground, worked out inside the page without a scan.

/** The ways of colouring text, each with one element that has it, for who judges the doubtful ones. */
export type Coloured = { textByWay: Map<string, Element> };

/**
 * How the visible texts in `within`, but for those in `far`, are coloured: own colour and size, and everything behind it, each combination
 * once. `isPlain`: on its nearest opaque ground, which nothing tints and within which it lies, it has more than the least contrast of small
 * text. What is not plain is for a scan to judge. It stands alone, because it is sent into the page.
 */
export function waysOfText([within, far]: readonly [string, string]): { way: string; isPlain: boolean }[] {
  type Colour = readonly [red: number, green: number, blue: number, alpha: number];
  type Ground = { colour: Colour; box: DOMRect };
  type Layers = { all: string; ground: Ground | undefined };
  // A little above the 4.5 of WCAG: near it the scan decides.
  const leastContrast = 4.6;

  const colours = new Map<string, Colour | undefined>();
  /** Undefined for what is not in the colours of screens. */
  const colourOf = (text: string): Colour | undefined => {
    if (!colours.has(text)) {
      const parts = /^rgba?\(([^)]+)\)$/.exec(text)?.[1]?.split(',').map(Number) ?? [];
      const [red, green, blue, alpha = 1] = parts;
      const isKnown = red !== undefined && green !== undefined && blue !== undefined && !parts.some(Number.isNaN);
      colours.set(text, isKnown ? [red, green, blue, alpha] : undefined);
    }
    return colours.get(text);
  };
  const over = ([red, green, blue, alpha]: Colour, below: Colour): Colour => {
    const mix = (own: number, under: number) => own * alpha + under * (1 - alpha);
    return [mix(red, below[0]), mix(green, below[1]), mix(blue, below[2]), 1];
  };
  const luminance = ([red, green, blue]: Colour) => {
    const linear = (value: number) => (value <= 10.314 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
  };
  const contrast = (one: Colour, other: Colour) => {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };

  const known = new Map<Element, Layers>();
  const groundOf = (element: Element, style: CSSStyleDeclaration, above: Ground | undefined): Ground | undefined => {
    const own = colourOf(style.backgroundColor);
    if (!own || style.backgroundImage !== 'none') return undefined;
    if (own[3] === 1) return { colour: own, box: element.getBoundingClientRect() };
    // What is positioned may lie over something else than its parent.
    return above && style.position === 'static' ? { ...above, colour: over(own, above.colour) } : undefined;
  };
  /** `isClear`: neither it nor anything around it is seen through or filtered as a whole. */
  const clear = new Map<Element | null, boolean>([[null, true]]);
  const layersAt = (element: Element | null): Layers => {
    if (!element) return { all: '', ground: undefined };
    const before = known.get(element);
    if (before) return before;
    const style = getComputedStyle(element);
    const { backgroundColor, backgroundImage, opacity, filter, position, zIndex } = style;
    const own = [backgroundColor, backgroundImage, opacity, filter, position, zIndex].join();
    const above = layersAt(element.parentElement);
    const isUnchanged = own === 'rgba(0, 0, 0, 0),none,1,none,static,auto';
    const isClear = opacity === '1' && filter === 'none' && style.mixBlendMode === 'normal';
    clear.set(element, isClear && clear.get(element.parentElement) === true);
    const layers = { all: above.all + (isUnchanged ? '' : own), ground: groundOf(element, style, above.ground) };
    known.set(element, layers);
    return layers;
  };
  const isInside = (element: Element, { box }: Ground) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return left >= box.left - 1 && right <= box.right + 1 && top >= box.top - 1 && bottom <= box.bottom + 1;
  };
  const isText = ({ nodeType, textContent }: ChildNode) => nodeType === Node.TEXT_NODE && textContent?.trim();
  const hasText = (element: Element) =>
    element.matches('input, select, textarea') || [...element.childNodes].some(isText);

  const ways = new Map<string, boolean>();
  const textByWay = new Map<string, Element>();
  for (const element of document.querySelectorAll(`${within}, ${within} *`)) {
    if (!hasText(element) || element.closest(far) || !element.checkVisibility({ visibilityProperty: true })) continue;
    const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element);
    const isOff = element.closest(':disabled, [aria-disabled="true"]') !== null;
    const { all, ground } = layersAt(element);
    const way = [color, fontSize, fontWeight, textShadow, isOff, all].join();
    if (ways.has(way)) continue;
    textByWay.set(way, element);
    const own = colourOf(color);
    const isSimple = own && ground && clear.get(element) && textShadow === 'none' && isInside(element, ground);
    ways.set(way, isSimple ? contrast(over(own, ground.colour), ground.colour) >= leastContrast : false);
  }
  (window as unknown as Coloured).textByWay = textByWay;
  return Array.from(ways, ([way, isPlain]) => ({ way, isPlain }));
}
