// The question before a session is approved whose links are in doubt.
import type { LinkDoubts } from './approval-question.tsx';

const words = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight'];

function links(count: number): string {
  return `${words[count] ?? count} ${count === 1 ? 'link' : 'links'}`;
}

/** 'Two links could not be opened. Approve all the same?' */
export function approvalSentence({ broken, unchecked, waiting }: LinkDoubts): string {
  const told = [
    broken > 0 && `${links(broken)} could not be opened`,
    unchecked > 0 &&
      `${links(unchecked)} ${unchecked === 1 ? 'was' : 'were'} not checked ${waiting ? 'yet' : 'for a day'}`,
  ].filter((part) => part !== false);
  const sentence = told.join(', ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}. Approve all the same?`;
}
