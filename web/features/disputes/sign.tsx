// What concerns show beside their words, in one piece: when an answer is due, where they are, and how fast they are answered.
import type { ComponentProps } from 'react';
import { CutoutPicture } from '#web/media/pins/cutout.tsx';
import { AnchorLink } from './anchor-link.tsx';
import { AnswerDue } from './answer-due.tsx';
import { ResponseTimes } from './response-times.tsx';

type SignProps =
  | ({ of: 'due' } & ComponentProps<typeof AnswerDue>)
  | ({ of: 'place' } & ComponentProps<typeof AnchorLink>)
  | ({ of: 'picture' } & ComponentProps<typeof CutoutPicture>)
  | ({ of: 'times' } & ComponentProps<typeof ResponseTimes>);

export function Sign(props: SignProps) {
  switch (props.of) {
    case 'due':
      return <AnswerDue dispute={props.dispute} />;
    case 'place':
      return <AnchorLink {...props} />;
    case 'picture':
      return <CutoutPicture anchor={props.anchor} />;
    case 'times':
      return <ResponseTimes />;
  }
}
