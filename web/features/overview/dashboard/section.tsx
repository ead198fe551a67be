// A part of a dashboard: its heading, where the rest of it is, and its rows.
import { ChevronRight } from 'lucide-react';
import { type ComponentProps, type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { Card } from '#web/ui/display/card.tsx';
import { QueryList } from '#web/ui/lists/query-list.tsx';

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
  return (
    <ul className="divide-y divide-line">
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
