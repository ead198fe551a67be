// 'Take back…' beside a file that clients are shown, 'Show again…' beside one that was taken back from them.
import { Eye, EyeOff } from 'lucide-react';
import { use } from 'react';
import type { MediaItem } from '#contract/media/endpoints.ts';
import { Button, IconButton } from '#web/ui/controls/button.tsx';
import { PinningContext } from './pinning.ts';

/** `onPhoto`: the look of an icon alone, for bars over a photo. */
export function TakeBackButton({ item, onPhoto }: { item: MediaItem; onPhoto?: string }) {
  const ask = use(PinningContext)?.onTakeBack;
  if (!ask || item.unreleased) return null;
  const isBack = item.takenBack !== undefined;
  const look = { icon: isBack ? Eye : EyeOff, onClick: () => ask(item) };
  const label = isBack ? 'Show again…' : 'Take back…';
  return onPhoto ? <IconButton {...look} label={label} className={onPhoto} /> : <Button {...look}>{label}</Button>;
}
