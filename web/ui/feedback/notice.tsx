// A sentence that stands out, in the colour of what it means.
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';
import { type Tone, tones } from '#web/ui/display/badge.tsx';

type NoticeProps = { tone: Tone; icon: LucideIcon; role?: 'status'; className?: string; children: ReactNode };

export function Notice({ tone, icon: Icon, role, className, children }: NoticeProps) {
  return (
    <div
      role={role}
      className={classNames('flex items-baseline gap-2 rounded-control px-3 py-2', tones[tone], className)}
    >
      {/* On the line of the words, also where a button makes that line taller. */}
      <Icon aria-hidden="true" className="size-4 shrink-0 translate-y-0.75" />
      <div className="wrap-anywhere min-w-0 flex-1">{children}</div>
    </div>
  );
}
