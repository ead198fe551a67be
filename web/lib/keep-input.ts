// What somebody typed, chose or pressed before the scripts were there is given to the page once it answers.

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** A button that was pressed too early bears this (scripts/frame-pages.mjs). */
const pressed = 'data-pressed';

/** Reads what is there before React takes over; the returned function gives it to React's components. */
export function keepInput(page: HTMLElement): () => void {
  const chosen = [
    ...page.querySelectorAll<HTMLInputElement | HTMLSelectElement>('select, [type=checkbox], [type=radio]'),
  ]
    .filter(isChanged)
    .map((field) => ({ field, value: contentOf(field) }));
  return () => {
    for (const { field, value } of chosen) {
      takeOver(field);
      if (contentOf(field) !== value) give(field, value);
    }
    for (const field of page.querySelectorAll<Field>('input, textarea')) {
      if (!isTyped(field)) continue;
      takeOver(field);
      give(field, field.value);
    }
    const button = page.querySelector<HTMLElement>(`[${pressed}]`);
    button?.removeAttribute(pressed);
    button?.click();
  };
}

function isTyped(field: Field): boolean {
  return !('checked' in field && /^(checkbox|radio)$/.test(field.type)) && isChanged(field);
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) return [...field.options].some((one) => one.selected !== one.defaultSelected);
  if (/^(checkbox|radio)$/.test(field.type))
    return (field as HTMLInputElement).checked !== (field as HTMLInputElement).defaultChecked;
  return field.value !== field.defaultValue;
}

function contentOf(field: Field): string | boolean {
  return field instanceof HTMLInputElement && /^(checkbox|radio)$/.test(field.type) ? field.checked : field.value;
}

/** React hydrates what such an event happens in, before all else, and nothing listens to it. */
function takeOver(field: Field): void {
  field.dispatchEvent(new Event('touchcancel', { bubbles: true }));
}

/** As if it were entered now: React hears of a value only where it differs from the one that it knows. */
function give(field: Field, value: string | boolean): void {
  if (typeof value === 'boolean') return field.click();
  field.value = '';
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
