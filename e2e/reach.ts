// What cannot be reached with a finger or a mouse, judged inside the page: any browser can run it.

/**
 * Each control in `within` that is shown: once scrolled to it is seen whole, and what lies under its middle is the control itself. One
 * sentence for each that is not. It stands alone, because it is sent into the page.
 */
export function findUnreachable(within: string): string[] {
  const controls =
    'a[href], button, input, select, textarea, summary, [role="tab"], [role="slider"], [role="checkbox"], [role="switch"], [role="menuitem"], [role="menuitemradio"], [role="menuitemcheckbox"], [role="option"]';
  const clips = (style: string) => style !== 'visible';
  const scrolls = (style: string) => /auto|scroll/.test(style);
  /** A pin leaves with the part of the picture that it stands on. */
  const isAway = (each: Element, box: DOMRect) => {
    const view = each.closest('[data-pins]')?.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    return view !== undefined && (x < view.left || x > view.right || y < view.top || y > view.bottom);
  };
  // Rows after the eighth are like those before them.
  const isShown = (each: Element) => {
    const box = each.getBoundingClientRect();
    return (
      box.width > 0 &&
      each.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      !each.closest('[inert], [aria-hidden="true"], :is(li, tr, article):nth-child(n + 9)') &&
      !each.matches(':disabled, [type="hidden"]') &&
      !isAway(each, box)
    );
  };
  const isForReaders = (each: Element) => {
    const { position, clipPath, opacity } = getComputedStyle(each);
    return (position === 'absolute' && clipPath !== 'none') || opacity === '0';
  };
  /** A field that is drawn by its label is reached through it; a link for keyboards appears with the focus. */
  const reachedAt = (each: Element): Element | undefined => {
    if (!isForReaders(each)) return each;
    const label = each instanceof HTMLInputElement ? each.labels?.[0] : undefined;
    return label && isShown(label) && !isForReaders(label) ? label : undefined;
  };
  const ancestorsOf = (each: Element) => {
    const all: Element[] = [];
    for (let up = each.parentElement; up; up = up.parentElement) all.push(up);
    return all;
  };
  /** Only as a person could: what hides its overflow cannot be scrolled by hand. */
  const scrollTo = (each: Element) => {
    const fixed = ancestorsOf(each).map((up) => [up, up.scrollLeft, up.scrollTop] as const);
    each.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    for (const [up, left, top] of fixed) {
      const { overflowX, overflowY } = getComputedStyle(up);
      if (up === document.documentElement || up === document.body) continue;
      if (!scrolls(overflowX)) up.scrollLeft = left;
      if (!scrolls(overflowY)) up.scrollTop = top;
    }
  };
  const nameOf = (each: Element) =>
    `${each.tagName.toLowerCase()} "${(each.getAttribute('aria-label') ?? (each.textContent || each.id)).trim().slice(0, 60)}"`;
  /** What cuts a part of it off; what is larger than half the window may be scrolled through, and a pin leaves with its picture. */
  const boxThatCuts = (each: Element, box: DOMRect): Element | undefined => {
    const isLoose = getComputedStyle(each).position === 'fixed' || each.closest('[data-pins]');
    if (isLoose || box.height > innerHeight / 2) return undefined;
    const around = ancestorsOf(each).slice(0, -2);
    const fixed = around.findIndex((up) => getComputedStyle(up).position === 'fixed');
    return (fixed < 0 ? around : around.slice(0, fixed + 1)).find((up) => {
      const { overflowX, overflowY } = getComputedStyle(up);
      const edge = up.getBoundingClientRect();
      const isCutAside = clips(overflowX) && (box.left < edge.left - 1.5 || box.right > edge.right + 1.5);
      return isCutAside || (clips(overflowY) && (box.top < edge.top - 1.5 || box.bottom > edge.bottom + 1.5));
    });
  };
  const isHit = (each: Element, top: Element | null): boolean => {
    if (!top) return false;
    // Two pictures below one slider share their place: each is hit on its side of it.
    const pair = each.closest('.pair.over');
    if (pair?.contains(top)) return true;
    const labels = each instanceof HTMLInputElement ? [...(each.labels ?? [])] : [];
    const isBetweenWords = top.contains(each) && getComputedStyle(each).display === 'inline';
    return each.contains(top) || isBetweenWords || labels.some((label) => label.contains(top));
  };
  const faultOf = (each: Element): string | undefined => {
    scrollTo(each);
    const box = each.getClientRects()[0] ?? each.getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2].map(Math.round) as [number, number];
    if (box.width < 8 || box.height < 8) return `is ${box.width} × ${box.height} px`;
    if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return `lies outside the window, at ${x}, ${y}`;
    const cutting = boxThatCuts(each, box);
    if (cutting) return `is cut by its box (${cutting.className})`;
    const top = document.elementFromPoint(x, y);
    return isHit(each, top) ? undefined : `lies under ${top ? nameOf(top) : 'nothing'}`;
  };
  return [...document.querySelectorAll(within)]
    .flatMap((part) => [...part.querySelectorAll(controls)])
    .filter(isShown)
    .flatMap((each) => {
      const target = reachedAt(each);
      const fault = target && faultOf(target);
      return fault ? [`${nameOf(each)} ${fault}`] : [];
    });
}

/** A dialog scrolls only where the window leaves it no more height: one sentence for each that is smaller and does. It stands alone too. */
export function findCramped(): string[] {
  return [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].flatMap((dialog) => {
    const { height } = dialog.getBoundingClientRect();
    const hidden = Math.max(
      0,
      ...[dialog, ...dialog.querySelectorAll('form, form > div, :scope > div')].map(
        (part) => part.scrollHeight - part.clientHeight,
      ),
    );
    return hidden > 1 && height < innerHeight * 0.8
      ? [`a dialog of ${Math.round(height)} px hides ${hidden} px, in a window of ${innerHeight} px`]
      : [];
  });
}
