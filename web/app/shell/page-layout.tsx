// What stands around a page: the shell, or nothing but the landmark.
import { type ReactNode, useRef } from 'react';
import { useSiteConfig } from '#web/lib/device/site-config.ts';
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
  const { brand } = useSiteConfig();
  useDocumentTitle(main, title);
  const content = (
    <main
      ref={main}
      id="main"
      tabIndex={-1}
      className="min-w-0 flex-1 pb-[calc(4rem+env(safe-area-inset-bottom))] outline-none low:pb-4 md:pb-10 print:pb-0"
    >
      <p className="page hidden font-semibold print:block">{brand.name}</p>
      <noscript>
        <p className="page py-3 text-muted">Buttons and forms on this page need JavaScript, which is switched off.</p>
      </noscript>
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
