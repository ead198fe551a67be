// The viewpoints of a site, each covered where any of several links covers it.

type Covered = { position: number; name: string; isCovered: boolean };

export function coveredByAny(links: readonly (readonly Covered[])[]): Covered[] {
  const viewpoints = new Map<number, Covered>();
  for (const each of links.flat()) {
    const isCovered = each.isCovered || (viewpoints.get(each.position)?.isCovered ?? false);
    viewpoints.set(each.position, { ...each, isCovered });
  }
  return [...viewpoints.values()].sort((one, other) => one.position - other.position);
}
