// What stands around a form of its own: the company's mark, what the page is for, and the form in the middle.
import type { ReactNode } from 'react';
import type { SiteConfig } from '#contract/pages/page-render.ts';
import { LogoMark } from '#web/ui/display/logo.tsx';

export const formClass = 'flex flex-col gap-4 rounded-card border border-line bg-surface p-5 shadow-card sm:p-6';

type LoneFormProps = { site: SiteConfig; title: string; heading: string; below: ReactNode; children: ReactNode };

export function LoneForm({ site, title, heading, below, children }: LoneFormProps) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <title>{`${title} · ${site.brand.name}`}</title>
      <div className="w-full max-w-sm">
        <div className="mb-6 flex flex-col items-center text-center">
          <LogoMark className="size-12" />
          <h1 className="mt-4 text-balance font-semibold text-2xl">{heading}</h1>
          <p className="wrap-anywhere mt-1 text-muted">{below}</p>
        </div>
        {children}
      </div>
    </main>
  );
}
