// Where the focus goes when what held it is gone: to the row in its place, else to the nearest heading, never to the page as a whole.

/** Where something stands: to be remembered while it is there. */
export type Whereabouts = { around: readonly Element[]; row: { list: Element; index: number } | undefined };

export function positionAmongSiblings(element: Element): Whereabouts {
  const around: Element[] = [];
  for (let at: Element | null = element; at; at = at.parentElement) around.push(at);
  const item = element.closest('li');
  const list = item?.parentElement;
  return { around, row: item && list ? { list, index: [...list.children].indexOf(item) } : undefined };
}

/** Moves the focus near to what was removed. */
export function focusNear({ around, row }: Whereabouts): void {
  const rows = row?.list.isConnected ? [...row.list.children] : [];
  const next = rows[Math.min(row?.index ?? 0, rows.length - 1)];
  const target =
    next ??
    around
      .filter(({ isConnected }) => isConnected)
      .map(headingIn)
      .find(Boolean);
  if (!(target instanceof HTMLElement)) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: next === undefined });
}

function headingIn(part: Element): Element | undefined {
  const isThere = (heading: Element) => !heading.closest('[aria-hidden="true"]') && heading.checkVisibility();
  return [...part.querySelectorAll('h1, h2, h3')].find(isThere);
}
