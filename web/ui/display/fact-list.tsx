// Facts as a list of labels and values.
import type { ReactNode } from 'react';
import { classNames } from '#web/lib/format/class-names.ts';

type FactListProps = { facts: readonly (readonly [label: string, value: ReactNode])[]; className?: string };

export function FactList({ facts, className }: FactListProps) {
  return (
    <dl className={classNames('grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5', className)}>
      {facts.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere tabular-nums">{value || 'Not specified'}</dd>
        </div>
      ))}
    </dl>
  );
}

/** One of a list that is laid out otherwise, the label above; nothing at all where there is nothing to say. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (children === null || children === undefined || children === '') return null;
  return (
    <div className="min-w-0">
      <dt className="text-muted text-sm">{label}</dt>
      <dd className="wrap-anywhere tabular-nums">{children}</dd>
    </div>
  );
}

// The link that writes to an e-mail address or calls a telephone number.

/** Numbers are written in many ways; what is dialled is their digits. */
export function ContactLink({ to }: { to: string }) {
  const href = to.includes('@') ? `mailto:${to}` : `tel:${to.replace(/[^+\d]/g, '')}`;
  return (
    <a href={href} className="underline-offset-2 hover:underline">
      {to}
    </a>
  );
}
