// How something is found inside a page of any browser; sent into it, so it stands alone.

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
