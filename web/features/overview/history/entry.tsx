// What the entries of the history have in common: a card, its facts, and longer words under their name.
import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '#web/ui/display/badge.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { ClampedText } from '#web/ui/display/clamped-text.tsx';
import { Fact } from '#web/ui/display/fact-list.tsx';
import { Instant } from '#web/ui/display/instant.tsx';

type EntryProps = { title: ReactNode; badges: ReactNode; children: ReactNode };

/** Far ones are not laid out until one scrolls near, so that thousands scroll as well as ten. */
export function Entry({ title, badges, children }: EntryProps) {
  return (
    <li className="min-w-0 [contain-intrinsic-size:auto_14rem] [content-visibility:auto]">
      <Card as="article" padded>
        <div className="mb-4 flex flex-wrap items-center gap-2">
          <h2 className="mr-1 font-semibold tabular-nums">{title}</h2>
          {badges}
        </div>
        {children}
      </Card>
    </li>
  );
}

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-3 xl:grid-cols-5">{children}</dl>;
}

export function When({ label, at }: { label: string; at: string | null }) {
  return <Fact label={label}>{at && <Instant at={at} />}</Fact>;
}

export function RemovedBadge({ at }: { at: string }) {
  return (
    <Badge icon={Trash2}>
      Deleted <Instant at={at} day />
    </Badge>
  );
}

/** Notes and reasons, with the line breaks they were written with. */
export function EntryText({ label, children }: { label: string; children: string | null }) {
  if (!children) return null;
  return (
    <div className="mt-3 border-line border-t pt-3">
      <h3 className="text-muted text-sm">{label}</h3>
      <ClampedText what={`the ${label.toLowerCase()}`} className="max-w-prose">
        {children}
      </ClampedText>
    </div>
  );
}
