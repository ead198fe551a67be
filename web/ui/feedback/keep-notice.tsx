// Above a form whose content could wait offline: says before anything is sent that this device cannot store it.
import { TriangleAlert } from 'lucide-react';
import { useOutbox } from '#web/lib/offline/use-outbox.ts';
import { Notice } from './notice.tsx';

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
