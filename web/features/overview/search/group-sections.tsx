// The groups beside the hits, on the page of a search.
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import type { SearchGroups } from '#contract/overview/endpoints.ts';
import { formatNumber } from '#web/lib/format/format.ts';
import { Card } from '#web/ui/display/card.tsx';
import { type FoundGroup, foundGroups } from './found-groups.tsx';

// A kind of results on the page of a search, under its heading.
export const rowLink = 'touch-target flex items-center gap-3 px-4 py-3 hover:bg-sunken';

type SectionProps = { title: string; more?: ReactNode; children: ReactNode };

export function Section({ title, more, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="mt-6">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id={id} className="font-semibold text-lg">
          {title}
        </h2>
        {more && <span className="text-sm underline">{more}</span>}
      </div>
      <Card as="ul" className="divide-y divide-line">
        {children}
      </Card>
    </section>
  );
}

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
        <li className="px-4 py-3 text-muted text-sm">{formatNumber(hidden)} more. Add a word to find fewer.</li>
      )}
    </Section>
  );
}
