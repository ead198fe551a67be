// The line that says that a draft was restored, with a button that discards it.

type DraftRestoredProps = { restored: boolean; discard: () => void };

export function DraftRestored({ restored, discard }: DraftRestoredProps) {
  if (!restored) return null;
  return (
    <p role="status" className="flex items-center gap-1.5 self-start text-muted text-sm">
      Draft restored ·
      <button type="button" onClick={discard} className="touch-target font-medium text-ink underline">
        Discard
      </button>
    </p>
  );
}
