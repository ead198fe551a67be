// What cannot be shown here, in fixed texts (§6.10), and the way to where it lies.
import { Download, ExternalLink, ImageOff, type LucideIcon, RotateCw } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';
import { sizeNote } from '#web/lib/format/format.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { EmptyState } from '#web/ui/feedback/empty-state.tsx';

type ViewOriginalProps = Pick<ComponentProps<typeof LinkButton>, 'size' | 'className'> & { href: string | null };

/** Nothing where there is no original to go to: the product's own folders open nowhere else. */
export function ViewOriginal({ href, ...look }: ViewOriginalProps) {
  if (href === null || !/^https?:/i.test(href)) return null;
  return (
    <LinkButton {...look} href={href} external icon={ExternalLink}>
      View Original
    </LinkButton>
  );
}

type UnavailableProps = {
  icon?: LucideIcon;
  title: string;
  note?: string | null | undefined;
  original: string | null;
  /** The original is a file to save, not a page to open. */
  download?: boolean | undefined;
  /** Of that file, where it is known. */
  bytes?: number | null | undefined;
  children?: ReactNode;
};

export function Unavailable({
  icon = ImageOff,
  title,
  note,
  original,
  download,
  bytes = null,
  children,
}: UnavailableProps) {
  const way =
    download && original ? (
      <LinkButton href={original} external icon={Download}>
        Download Original{sizeNote(bytes)}
      </LinkButton>
    ) : (
      <ViewOriginal href={original} />
    );
  return (
    <EmptyState
      icon={icon}
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

type ViewerErrorProps = Omit<UnavailableProps, 'children'> & {
  onRetry?: (() => void) | undefined;
  className?: string | undefined;
};

/** In the place of a viewer that could not show its item. */
export function ViewerError({ onRetry, className, ...rest }: ViewerErrorProps) {
  return (
    <div role="alert" className={classNames('grid place-items-center overflow-auto bg-sunken', className)}>
      <Unavailable {...rest}>
        {onRetry && (
          <Button icon={RotateCw} onClick={onRetry}>
            Retry
          </Button>
        )}
      </Unavailable>
    </div>
  );
}
