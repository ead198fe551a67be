// Applies what somebody typed, chose or pressed before hydration, once the page is hydrated.

type Field = HTMLInputElement | HTMLTextAreaElement;

/** The marks that the starter makes (scripts/build/frame-pages.mjs): what was chosen, and the button that was pressed last. */
const chosen = 'data-chosen';
const pressed = 'data-pressed';

export function replayInput(page: HTMLElement): void {
  for (const field of page.querySelectorAll<HTMLInputElement | HTMLSelectElement>(`[${chosen}]`)) {
    const value = field.getAttribute(chosen) ?? '';
    field.removeAttribute(chosen);
    if (field instanceof HTMLSelectElement) give(field, value, 'change');
    else toggle(field, value === 'true');
  }
  for (const field of page.querySelectorAll<Field>('input, textarea'))
    if (!/^(checkbox|radio)$/.test(field.type) && field.value !== field.defaultValue) give(field, field.value, 'input');
  const button = page.querySelector<HTMLElement>(`[${pressed}]`);
  button?.removeAttribute(pressed);
  button?.click();
}

/** As if it were entered now: React notices a value only if it differs from the one that it knows. */
function give(field: Field | HTMLSelectElement, value: string, event: 'input' | 'change'): void {
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(event, { bubbles: true }));
}

function toggle(field: HTMLInputElement, checked: boolean): void {
  field.checked = !checked;
  field.click();
}
