// Which page of ours one was on before, for the way back; nothing where one came from elsewhere, or the browser does not tell.

type Navigation = { currentEntry: { index: number } | null; entries(): { url: string | null }[] };

/** Path and search of the last other page in this tab's history. */
export function cameFrom(): string | null {
  const { navigation } = globalThis as { navigation?: Navigation };
  const before = navigation?.entries().slice(0, navigation.currentEntry?.index ?? 0) ?? [];
  for (const { url } of before.reverse()) {
    const { pathname, search } = new URL(url ?? location.href);
    if (pathname !== location.pathname) return pathname + search;
  }
  return null;
}

/** Paths of the pages that lie next to this one in the tab's history: where one went Back from, then where a link led on from. */
export function besideInHistory(): string[] {
  const { navigation } = globalThis as { navigation?: Navigation };
  const at = navigation?.currentEntry?.index ?? 0;
  const entries = navigation?.entries() ?? [];
  return [entries[at + 1], entries[at - 1]].flatMap((entry) => (entry?.url ? new URL(entry.url).pathname : []));
}
