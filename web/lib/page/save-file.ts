// Saves what a page made on the device itself, under a name that every system takes.

/** 'lekki-palm-residences_2026-02-10_2026-09-24_swipe.png'; `instead`: where nothing of the names is left. */
export function fileName(parts: readonly string[], extension: string, instead: string): string {
  const slugs = parts.map((part) =>
    part
      .normalize('NFKD')
      .replaceAll(/\p{M}/gu, '')
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, ''),
  );
  return `${slugs.filter(Boolean).join('_') || instead}.${extension}`;
}

export function saveFile(blob: Blob, name: string): void {
  const href = URL.createObjectURL(blob);
  Object.assign(document.createElement('a'), { href, download: name }).click();
  // Some browsers read it a moment later.
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
}
