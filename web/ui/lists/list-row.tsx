// A row of a list that may grow long.
import { memo, type ReactNode } from 'react';

type ListRowProps<Row> = { row: Row; index: number; children: (row: Row, index: number) => ReactNode };

/** Other rows around it, another place and scrolling draw it no second time. */
export const ListRow = memo(function ListRow<Row>({ row, index, children }: ListRowProps<Row>) {
  return children(row, index);
}) as <Row>(props: ListRowProps<Row>) => ReactNode;
