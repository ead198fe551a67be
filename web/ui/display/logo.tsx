// The company's logo, or the mark of Topout: the last beam, set on its two columns.
import { useId } from 'react';
import { useSiteConfig } from '#web/lib/device/site-config.ts';

export function LogoMark({ className = 'size-7' }: { className?: string | undefined }) {
  // Its own name per mark: one in a hidden sidebar must not take the colours away from the others.
  const id = useId();
  const { logo } = useSiteConfig().brand;
  // Most logos are drawn for white paper.
  const plate = 'object-contain dark:rounded-md dark:bg-white dark:p-0.5';
  if (logo) return <img src={logo} alt="" className={`${className} ${plate}`} />;
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" className={className}>
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="1" y2="1">
          <stop offset="0" style={{ stopColor: 'var(--mark, #1a5fb4)' }} />
          <stop offset="1" style={{ stopColor: 'var(--mark, #0b7a75)' }} />
        </linearGradient>
      </defs>
      <rect width="32" height="32" rx="8" fill={`url(#${id})`} />
      <g fill="#fff">
        <rect x="9" y="15.5" width="3.5" height="10.5" rx="0.75" />
        <rect x="19.5" y="15.5" width="3.5" height="10.5" rx="0.75" />
        <rect x="12.5" y="19.25" width="7" height="2.5" opacity="0.55" />
        <rect x="6" y="10.25" width="20" height="3.5" rx="0.75" />
        <path d="M15.25 10.25V5.5h4.6l-1.3 1.6 1.3 1.6h-3.1v1.55z" />
      </g>
    </svg>
  );
}

/** The mark and the name; the name is the running company's own (behaviour §10.9). */
export function Logo({ name }: { name: string }) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5">
      <LogoMark className="size-7 shrink-0" />
      <span className="truncate font-semibold text-lg tracking-tight">{name}</span>
    </span>
  );
}
