// Two lines above a form: that its draft was restored, and that this device cannot store what could wait offline.
import { TriangleAlert } from 'lucide-react';
import { useOutbox } from '#web/lib/offline/outbox-of.ts';
import { Notice } from './notice.tsx';

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

/** Said before anything is sent. */
export function KeepNotice() {
  const { canKeep } = useOutbox();
  if (canKeep) return null;
  return (
    <Notice tone="yellow" icon={TriangleAlert} role="status">
      This device can't save drafts: its storage is full, or the browser is private. Keep this page open until it's
      sent.
    </Notice>
  );
}
