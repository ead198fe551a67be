// How two pictures lie over each other, in words.
import type { AlignmentView } from './use-alignment.ts';

type Said = Pick<AlignmentView, 'answer' | 'isLooking' | 'pair'>;

export function sentenceOf({ answer, pair, isLooking }: Said, on: boolean): string {
  if (isLooking) return on ? 'aligned by hand, on this page only' : 'as they were taken';
  if (answer?.state === 'waiting') return 'Being aligned …';
  if (answer?.state === 'refused')
    return pair?.kind === 'panorama' ? 'These two could not be turned the same way' : 'These two could not be aligned';
  if (!on) return 'as they were taken';
  if (answer?.by === 'hand') return `aligned by hand, on ${answer.inliers} places`;
  return answer?.by === 'chain'
    ? `aligned on ${answer.inliers} points, by way of visits in between`
    : `aligned on ${answer?.inliers} points`;
}
