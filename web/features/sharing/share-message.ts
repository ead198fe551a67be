// The words in which a new link is passed on, by a messenger, a mail or the phone's share sheet.
import { formatInstantDay } from '#contract/core/day-words.ts';
import type { ShareLink } from '#contract/sharing/endpoints.ts';

/** On one line: names may hold line breaks. */
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

type Passed = { link: Pick<ShareLink, 'scope' | 'recipient' | 'expiresAt' | 'hasPin'>; name: string; brand: string };
type ShareMessage = {
  title: string;
  /** Where the address is sent beside it. */
  words: string;
  /** With the address on a line of its own, which messengers preview. */
  text: string;
};

/** As one would write it oneself: the sharer may change it before it is sent. `name`: of what the link shows. */
export function shareMessage({ link, name, brand }: Passed, address: string): ShareMessage {
  const shown = oneLine(name);
  const about = link.scope === 'project' ? `here is how ${shown} is coming along:` : `have a look at this: ${shown}.`;
  const hello = `Hello ${oneLine(link.recipient)}, ${about}`;
  const pin = link.hasPin ? ' It asks for a PIN, which I will send you separately.' : '';
  const until = `The link works until ${formatInstantDay(link.expiresAt)}.${pin}`;
  return {
    title: oneLine(`${shown} · ${brand}`),
    words: `${hello}\n${until}`,
    text: `${hello}\n${address}\n${until}`,
  };
}
