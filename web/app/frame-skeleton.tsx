// The shape of the shell while it is not known yet who is here.

import { readHouse } from '#web/lib/house.ts';
import { readStored } from '#web/lib/stored.ts';
import { Logo } from '#web/ui/logo.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

export function FrameSkeleton() {
  const wide = readStored('sidebar-folded') !== 'yes';
  return (
    <div className="flex min-h-dvh">
      <div
        data-wide={wide || undefined}
        className="hidden w-16 shrink-0 overflow-hidden border-line border-r bg-surface px-4.5 pt-3.5 md:block lg:data-wide:w-64"
      >
        <Logo name={readHouse().brand.name} />
      </div>
      <div className="min-w-0 flex-1">
        <div className="h-14 border-line border-b bg-surface" />
        <main>
          <PageSkeleton />
        </main>
      </div>
    </div>
  );
}
