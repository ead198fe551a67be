// What dashboards are made of: parts with their heading and rows, figures, and links that lead on.
import { ChevronRight, type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId, useRef } from 'react';
import { Link } from 'wouter';
import { useMovedRows } from '#web/lib/page/use-moved-rows.ts';
import { Card } from '#web/ui/display/card.tsx';
import { Notice } from '#web/ui/feedback/notice.tsx';
import { type FailedQuery, QueryErrorLine } from '#web/ui/feedback/query-error.tsx';
import { QueryList } from '#web/ui/lists/infinite-list.tsx';

// Where a dashboard leads on to.
export type QuickLink = { label: string; icon: LucideIcon; href?: string; onSelect?: () => void };

const linkClass =
  'flex w-full items-center gap-3 px-4 py-3 text-left font-medium transition-colors hover:bg-sunken focus-visible:-outline-offset-2 sm:px-5';

export function QuickLinks({ title, links }: { title: string; links: readonly QuickLink[] }) {
  return (
    <Section title={title}>
      <ul className="divide-y divide-line">
        {links.map(({ label, icon: Icon, href, onSelect }) => {
          const content = (
            <>
              <Icon aria-hidden="true" className="size-4 text-muted" />
              <span className="flex-1">{label}</span>
              <ChevronRight aria-hidden="true" className="size-4 text-faint" />
            </>
          );
          return (
            <li key={label}>
              {href ? (
                <Link href={href} className={linkClass}>
                  {content}
                </Link>
              ) : (
                <button type="button" onClick={onSelect} className={linkClass}>
                  {content}
                </button>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

type SectionProps = {
  title: string;
  /** Where the rest is. */
  more?: { href: string; label: string } | undefined;
  children: ReactNode;
};

export function Section({ title, more, children }: SectionProps) {
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id}>
      <header className="flex items-center justify-between gap-3 border-line border-b px-4 py-2.5 sm:px-5">
        <h2 id={id} className="py-1 font-semibold">
          {title}
        </h2>
        {more && (
          <Link
            href={more.href}
            className="touch-target inline-flex min-h-6 items-center gap-0.5 rounded-control text-accent-ink text-sm hover:underline"
          >
            {more.label}
            <span className="sr-only">: {title}</span>
            <ChevronRight aria-hidden="true" className="size-4" />
          </Link>
        )}
      </header>
      {children}
    </Card>
  );
}

type SectionRowsProps<Row> = { rows: readonly Row[]; children: (row: Row) => ReactNode };

export function SectionRows<Row extends { id: number }>({ rows, children }: SectionRowsProps<Row>) {
  const list = useRef<HTMLUListElement>(null);
  useMovedRows(list);
  return (
    <ul ref={list} className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.id}>{children(row)}</li>
      ))}
    </ul>
  );
}

type SectionListProps<Row> = Omit<ComponentProps<typeof QueryList<Row>>, 'children'> & {
  max: number;
  children: (row: Row) => ReactNode;
};

/** The first rows of a list. */
export function SectionList<Row extends { id: number }>({ max, children, ...rest }: SectionListProps<Row>) {
  return <QueryList {...rest}>{(rows) => <SectionRows rows={rows.slice(0, max)}>{children}</SectionRows>}</QueryList>;
}

// The figures of a dashboard; where they could not be loaded, one line above them says so, with a retry.
type StatsProps = { query: FailedQuery & { data: unknown }; children: ReactNode };

export function Stats({ query, children }: StatsProps) {
  return (
    <>
      {query.error && !query.data && (
        <Notice tone="red" icon={TriangleAlert} className="mb-3 sm:mb-4">
          <QueryErrorLine query={query} className="justify-between" />
        </Notice>
      )}
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">{children}</div>
    </>
  );
}
