// The shape of what is coming; it stays unseen for 150 ms, so that quick answers do not flicker.
import { Fragment, type ReactNode } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';

/** Size it with classes to exactly what will take its place. */
export function Skeleton({ className }: { className?: string | undefined }) {
  return (
    <span aria-hidden="true" className={classNames('block animate-skeleton rounded-control bg-sunken', className)} />
  );
}

/** Lines of text to come, the last one shorter. */
export function SkeletonText({ lines = 2 }: { lines?: number | undefined }) {
  return (
    <span className="flex flex-col gap-2">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never change places.
        <Skeleton key={line} className={classNames('h-3.5', line === lines - 1 && lines > 1 && 'w-3/5')} />
      ))}
    </span>
  );
}

type SkeletonListProps = { count: number; className: string; children: ReactNode };

/** The same shape several times, such as the rows of a list. */
export function SkeletonList({ count, className, children }: SkeletonListProps) {
  return (
    <div aria-hidden="true" className={className}>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never change places.
        <Fragment key={index}>{children}</Fragment>
      ))}
    </div>
  );
}
