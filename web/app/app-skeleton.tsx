// The shape of the shell while it is not known yet who is here.
import { readLocalStorage } from '#web/lib/local-storage.ts';
import { readSiteConfig } from '#web/lib/site-config.ts';
import { Logo, LogoMark } from '#web/ui/logo.tsx';
import { PageSkeleton } from './page-skeleton.tsx';

export function AppSkeleton() {
  const wide = readLocalStorage('sidebar-folded') !== 'yes';
  return (
    <div className="flex min-h-dvh">
      <div
        data-wide={wide || undefined}
        className="hidden w-16 shrink-0 overflow-hidden border-line border-r bg-surface px-4.5 pt-3.5 md:block lg:data-wide:w-64"
      >
        <Logo name={readSiteConfig().brand.name} />
      </div>
      <div className="min-w-0 flex-1">
        <Beside />
      </div>
    </div>
  );
}

function Beside() {
  return (
    <>
      <div className="flex h-14 items-center border-line border-b bg-surface px-3 md:invisible">
        <span className="touch-target grid place-items-center">
          <LogoMark />
        </span>
      </div>
      <main>
        <PageSkeleton />
      </main>
    </>
  );
}

/** What stands in the page before any script; not on wide screens, where only this device knows whether the sidebar is folded. */
export function InitialSkeleton() {
  return (
    <div className="md:hidden">
      <Beside />
    </div>
  );
}
