// The surface that things lie on, and rows on it.
import type { ComponentProps, ElementType, ReactNode } from 'react';
import { classNames } from '#web/lib/class-names.ts';

type CardProps = ComponentProps<'div'> & {
  as?: ElementType | undefined;
  padded?: boolean | undefined;
  /** Something in it leads on: the edge answers the pointer. */
  interactive?: boolean | undefined;
};

export function Card({ as: Tag = 'div', padded, interactive, className, ...rest }: CardProps) {
  return (
    <Tag
      {...rest}
      className={classNames(
        'min-w-0 overflow-hidden rounded-card border border-line bg-surface shadow-card',
        padded && 'p-4 sm:p-5',
        interactive && 'transition-colors hover:border-line-strong',
        className,
      )}
    />
  );
}

type DividedListProps<Row> = { rows: readonly Row[]; children: (row: Row) => ReactNode };

/** A line stands between the rows. */
export function DividedList<Row extends { id: number }>({ rows, children }: DividedListProps<Row>) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.id}>{children(row)}</li>
      ))}
    </ul>
  );
}
