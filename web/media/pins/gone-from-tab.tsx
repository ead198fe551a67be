// The notes about pins whose file is no longer in a tab.
import type { Anchor } from '#contract/disputes/anchors.ts';
import type { Media, MediaKind } from '#contract/media/endpoints.ts';
import { isGoneFromTab } from './gone.ts';
import { GonePins } from './gone-pins.tsx';

type GoneFromTabProps = { session: number; kind: MediaKind; media: Media };

export function GoneFromTab(tab: GoneFromTabProps) {
  return <GonePins isGone={(anchor: Anchor) => isGoneFromTab(anchor, tab)} />;
}
