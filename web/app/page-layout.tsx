// What stands around a page: the shell, or nothing but the landmark.
import { type ReactNode, useRef } from 'react';
import { readSiteConfig } from '#web/lib/site-config.ts';
import { Shell } from './shell.tsx';
import { useDocumentTitle } from './use-document-title.ts';

type PageLayoutProps = {
  bare: boolean;
  /** The document's until the page shows its heading. */
  title: string | undefined;
  children: ReactNode;
};

export function PageLayout({ bare, title, children }: PageLayoutProps) {
  const main = useRef<HTMLElement>(null);
  useDocumentTitle(main, title);
  const content = (
    <main
      ref={main}
      id="main"
      tabIndex={-1}
      className="min-w-0 flex-1 pb-[calc(4rem+env(safe-area-inset-bottom))] outline-none low:pb-4 md:pb-10 print:pb-0"
    >
      <p className="page hidden font-semibold print:block">{readSiteConfig().brand.name}</p>
      {children}
    </main>
  );
  return (
    <>
      <a
        href="#main"
        className="fixed top-2 left-2 print:hidden z-60 not-focus:sr-only rounded-control bg-accent px-4 py-2 font-medium text-white"
      >
        Skip to content
      </a>
      {bare ? content : <Shell>{content}</Shell>}
    </>
  );
}
