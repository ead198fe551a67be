// A filter that is on, and can be taken off.
import { X } from 'lucide-react';

export function Chip({ label, onRemove }: { label: string; onRemove: () => void }) {
  return (
    <span className="inline-flex max-w-full items-center rounded-full border border-line-strong bg-surface pl-3 text-sm">
      <span className="truncate">{label}</span>
      <button
        type="button"
        aria-label={`Remove filter ${label}`}
        onClick={onRemove}
        className="touch-target grid size-7 shrink-0 place-items-center rounded-full text-muted hover:text-ink"
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </span>
  );
}
