// Rows with a line between them.
import type { ReactNode } from 'react';

type DividedListProps<Row> = { rows: readonly Row[]; children: (row: Row) => ReactNode };

export function DividedList<Row extends { id: number }>({ rows, children }: DividedListProps<Row>) {
  return (
    <ul className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.id}>{children(row)}</li>
      ))}
    </ul>
  );
}
