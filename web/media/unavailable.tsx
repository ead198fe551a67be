// What cannot be shown here, in fixed texts (§6.10), and the way to where it lies.
import { Download, ExternalLink, ImageOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';

/** Nothing where there is no original to go to: the product's own folders open nowhere else. */
export function ViewOriginal({ href }: { href: string | null }) {
  if (href === null || !/^https?:/i.test(href)) return null;
  return (
    <LinkButton href={href} external icon={ExternalLink}>
      View Original
    </LinkButton>
  );
}

type UnavailableProps = {
  title: string;
  note?: string | null | undefined;
  original: string | null;
  /** The original is a file to save, not a page to open. */
  download?: boolean | undefined;
  children?: ReactNode;
};

export function Unavailable({ title, note, original, download, children }: UnavailableProps) {
  const way =
    download && original ? (
      <LinkButton href={original} external icon={Download}>
        Download Original
      </LinkButton>
    ) : (
      <ViewOriginal href={original} />
    );
  return (
    <EmptyState
      icon={ImageOff}
      title={title}
      action={
        <>
          {way}
          {children}
        </>
      }
    >
      {note}
    </EmptyState>
  );
}
