// How the scripts of pages for guests make elements.

export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  facts: Partial<HTMLElementTagNameMap[Tag]>,
  ...inside: (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), facts);
  made.append(...inside);
  return made;
}

export function button(textContent: string, act: () => void, ariaLabel = textContent): HTMLButtonElement {
  const made = make('button', { type: 'button', textContent, ariaLabel });
  made.addEventListener('click', act);
  return made;
}
