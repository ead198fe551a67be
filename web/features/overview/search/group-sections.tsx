// The groups beside the hits, on the page of a search.
import { Link } from 'wouter';
import type { SearchGroups } from '#contract/overview/endpoints.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { type FoundGroup, foundGroups } from './found-groups.tsx';
import { rowLink, Section } from './section.tsx';

type GroupSectionsProps = {
  groups: SearchGroups;
  query: string;
  /** Where the list of concerns shows the same; undefined where it has not these filters. */
  concernsPath: string | undefined;
};

export function GroupSections({ groups, query, concernsPath }: GroupSectionsProps) {
  return foundGroups(groups, query, concernsPath).map((group) => <Group key={group.title} group={group} />);
}

/** `all` leads to where the rest can be filtered. */
function Group({ group: { title, total, rows, all } }: { group: FoundGroup }) {
  const more = all && <Link href={all.path}>{all.label}</Link>;
  const hidden = total - rows.length;
  return (
    <Section title={`${title} (${formatNumber(total)})`} more={more}>
      {rows.map(({ key, path, shown }) => (
        <li key={key}>
          <Link href={path} className={rowLink}>
            {shown}
          </Link>
        </li>
      ))}
      {hidden > 0 && !all && (
        <li className="px-4 py-3 text-muted text-sm">{formatNumber(hidden)} more. Add a word to narrow the search.</li>
      )}
    </Section>
  );
}
