// A kind of results on the page of a search, under its heading.
import { type ReactNode, useId } from 'react';
import { Card } from '#web/ui/display/card.tsx';

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
