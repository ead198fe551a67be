// The card of then and now below the newest visit, and what stands there until its pictures come.
import type { ReactNode } from 'react';
import { Card } from '#web/ui/display/card.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';

type CardProps = { name: ReactNode; link: ReactNode; pictures: ReactNode };

/** As high for any pictures, whatever their shape, so that nothing below moves when they come. */
export function ThenAndNowCard({ name, link, pictures }: CardProps) {
  return (
    <Card
      as="section"
      aria-labelledby="then-and-now"
      className="mb-4 grid gap-x-6 gap-y-3 p-4 sm:mb-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]"
    >
      <div className="grid gap-1">
        <h2 id="then-and-now" className="font-semibold text-lg">
          Then and now
        </h2>
        <p className="min-h-6 truncate text-muted">{name}</p>
      </div>
      <div className="grid aspect-8/5 max-h-136 w-full items-start justify-items-center [--tallest:100cqh] [container-type:size] lg:order-first lg:row-span-2">
        {pictures}
      </div>
      <div className="min-h-9 pointer-coarse:min-h-11">{link}</div>
    </Card>
  );
}

export const waitingCard = <ThenAndNowCard name={null} link={null} pictures={<Skeleton className="size-full" />} />;
