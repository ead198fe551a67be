// Small choices remembered on this device, such as a folded sidebar.

/** Null where nothing is kept, or where the browser keeps nothing at all. */
export function readLocalStorage(name: string): string | null {
  try {
    return localStorage.getItem(`topout-${name}`);
  } catch {
    return null;
  }
}

/** Null forgets. A browser that refuses to keep things forgets at the end of the visit. */
export function writeLocalStorage(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`topout-${name}`);
    else localStorage.setItem(`topout-${name}`, value);
  } catch {
    // Nothing is lost but the memory of a choice.
  }
}
