// How long browsers keep pictures and files, by who reads them: the one place that says so (behaviour §23.2).
import { type Actor, can } from '#contract/policy.ts';

/** What the crew's browsers may do with it: keep it where its address names its very bytes, for minutes, or ask each time. */
export type CrewCaching = 'for good' | 'for minutes' | 'ask each time';

const askEachTime = 'private, no-cache';
const ofCrew: Record<CrewCaching, string> = {
  'for good': 'private, max-age=31536000, immutable',
  'for minutes': 'private, max-age=300',
  'ask each time': askEachTime,
};

/** Browsers of clients and guests ask at each use: what was taken back must not be shown again from their memory. */
export function cacheControl(reader: Actor, caching: CrewCaching): string {
  return can.seePresentContent(reader) ? ofCrew[caching] : askEachTime;
}
