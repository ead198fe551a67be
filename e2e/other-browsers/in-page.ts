// How something is found inside a page of any browser; it is sent into the page, so it imports nothing.

/** By role and name (a RegExp's source), or by a selector. The last dialog is searched where one is open. */
export type Wanted = { role?: string; name?: string; css?: string; hidden?: boolean };

export function allOf({ role, name, css, hidden }: Wanted): Element[] {
  const selectors: Record<string, string> = {
    button: 'button, [role="button"], summary',
    link: 'a[href]',
    control: 'button, [role="button"], summary, [role="menuitem"], [role="tab"], a[href]',
    heading: 'h1, h2, h3',
    field: 'input:not([type="hidden"]), textarea, select',
    option: '[role="option"]',
    dialog: '[role="dialog"], [role="alertdialog"]',
  };
  const labelOf = (each: Element) => {
    const labelledBy = each.getAttribute('aria-labelledby');
    const labels = (each as HTMLInputElement).labels;
    return (
      each.getAttribute('aria-label') ||
      labelledBy
        ?.split(' ')
        .map((id) => document.getElementById(id)?.textContent)
        .join(' ') ||
      [...(labels ?? [])].map((label) => label.textContent).join(' ') ||
      each.textContent ||
      each.getAttribute('placeholder') ||
      each.getAttribute('alt') ||
      ''
    );
  };
  const pattern = new RegExp(name ?? '');
  const scope = [...document.querySelectorAll('[role="dialog"], [role="alertdialog"]')].at(-1);
  const inScope = (each: Element) =>
    !scope ||
    scope.contains(each) ||
    scope === each ||
    !!each.closest('[popover], [role="listbox"], [role="menu"], [data-radix-popper-content-wrapper]');
  return [...document.querySelectorAll(css ?? selectors[role ?? ''] ?? `[role="${role}"]`)].filter(
    (each) =>
      (hidden || (each.checkVisibility({ visibilityProperty: true }) && each.getBoundingClientRect().width > 0)) &&
      inScope(each) &&
      pattern.test(labelOf(each).replace(/\s+/g, ' ').trim()),
  );
}

/**
 * How many colours are drawn in a canvas, WebGL or not, read before its frame is shown: later it is empty. Each read presses the button.
 */
export function countColours(css: string, button: string): Promise<number> {
  const enough = 20;
  const looks = 120;
  const small = document.createElement('canvas');
  small.width = 32;
  small.height = 32;
  const pen = small.getContext('2d', { willReadFrequently: true });
  const probe = document.createElement('div');
  probe.style.cssText = 'position: fixed; height: 1px';
  document.body.append(probe);
  let nth = 0;
  return new Promise((resolve) => {
    // Called after everything is drawn, and before anything is shown.
    const observer = new ResizeObserver(() => {
      const canvas = document.querySelector<HTMLCanvasElement>(css);
      if (canvas) pen?.drawImage(canvas, 0, 0, 32, 32);
      const colours = new Set(new Uint32Array(pen?.getImageData(0, 0, 32, 32).data.buffer ?? [])).size;
      nth += 1;
      if (nth % 10 === 1) document.querySelector<HTMLElement>(button)?.click();
      if (colours > enough || nth > looks) {
        observer.disconnect();
        probe.remove();
        resolve(colours);
      } else requestAnimationFrame(() => probe.style.setProperty('width', `${(nth % 2) + 1}px`));
    });
    observer.observe(probe);
  });
}
