// The pictures that replaced others since a session was sent back, each large over the one that was there, with a divider.
import { useState } from 'react';
import { imageAtSize, imagesAtSizes } from '#contract/media/endpoints.ts';
import { NoLonger } from '#web/features/sessions/parts/change-list.tsx';
import { Overlay } from '#web/media/comparison/overlay.tsx';
import { MiddleName } from '#web/ui/display/middle-name.tsx';
import { Picture } from '#web/ui/display/picture.tsx';
import { Choices } from './choices.tsx';
import { formerAt, type Replaced } from './replaced-pictures.ts';

type BeforeNowProps = {
  pictures: readonly Replaced[];
  at: number;
  onChoose: (at: number) => void;
  onClose: () => void;
};

export function BeforeNow({ pictures, at, onChoose, onClose }: BeforeNowProps) {
  const shown = pictures[at];
  return (
    <section aria-label="Before and now" className="grid gap-3">
      <Choices
        label="Replaced pictures"
        choices={pictures.map(({ item, name }) => ({
          id: item,
          words: <MiddleName name={name} className="max-w-40" />,
        }))}
        at={at}
        onChoose={onChoose}
        back="All media"
        onClose={onClose}
      />
      {shown && <Pair key={shown.item} picture={shown} />}
    </section>
  );
}

const words = { left: 'Before', right: 'Now' };
const large = 'absolute! inset-0 size-full';

function Pair({ picture }: { picture: Replaced }) {
  const { name, thumbnailUrl } = picture;
  const [at, setAt] = useState(50);
  return (
    <div className="over-picture relative aspect-3/2 max-h-[max(14rem,calc(100dvh-25rem))] w-full still:max-h-[max(14rem,calc(100dvh-22rem))] overflow-hidden rounded-card bg-sunken">
      <Overlay titles={words} labels={words} layering={{ mode: 'swipe', at, fade: 50, shown: 'left' }} setAt={setAt}>
        <Picture
          alt={`${name} now`}
          small={imageAtSize(picture, 's800') ?? thumbnailUrl}
          srcSet={imagesAtSizes(picture, ['s400', 's800', 's1600'])}
          sizes="(width < 640px) 100vw, 60vw"
          fit="contain"
          priority
          className={large}
        />
        <div className="absolute inset-0" style={{ clipPath: `inset(0 ${100 - at}% 0 0)` }}>
          <Picture
            alt={`${name} before`}
            small={formerAt(picture)}
            fit="contain"
            priority
            className={large}
            fallback={<NoLonger />}
          />
        </div>
      </Overlay>
    </div>
  );
}
