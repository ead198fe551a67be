// Viewpoints under the site that they belong to, both in their order.
import type { Viewpoint } from '#contract/viewpoints/endpoints.ts';

type Of = Pick<Viewpoint, 'site' | 'position'>;

export function bySite<Row extends Of>(rows: readonly Row[]): { site: Row['site']; viewpoints: Row[] }[] {
  type Group = { site: Row['site']; viewpoints: Row[] };
  const sites = new Map<number | undefined, Group>();
  for (const row of rows) {
    const group: Group = sites.get(row.site?.id) ?? { site: row.site, viewpoints: [] };
    sites.set(row.site?.id, group);
    group.viewpoints.push(row);
  }
  return [...sites.values()].map(({ site, viewpoints }) => ({
    site,
    viewpoints: viewpoints.sort((one, other) => one.position - other.position),
  }));
}
