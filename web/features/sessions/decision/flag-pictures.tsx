// The pictures of a session, small, to flag those that its photographer shall look at, each with a note.
import { fieldOfKind } from '#contract/media/endpoints.ts';
import type { Session } from '#contract/sessions/endpoints.ts';
import { maxFlags, maxLine } from '#contract/sessions/rejection.ts';
import { SmallPicture, type TabPicture, TabPictures } from '#web/features/viewpoints/session-pictures.tsx';
import { viewpointTabs } from '#web/features/viewpoints/viewpoint-labels.ts';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import type { ReviewDraft } from './use-review.ts';

type FlagPicturesProps = { session: Session; text: ReviewDraft };

export function FlagPictures({ session, text }: FlagPicturesProps) {
  const tabs = viewpointTabs.filter((tab) => session[fieldOfKind[tab]]);
  if (tabs.length === 0) return <p className="text-muted">This session links to no pictures.</p>;
  return (
    <div className="grid gap-4">
      {tabs.map((tab) => (
        <TabPictures key={tab} sessionId={session.id} tab={tab}>
          {(picture) => <Tile picture={picture} text={text} />}
        </TabPictures>
      ))}
    </div>
  );
}

function Tile({ picture: { item, mediaKind }, text }: { picture: TabPicture; text: ReviewDraft }) {
  const flag = text.flags.find((one) => one.mediaKind === mediaKind && one.item === item.id);
  const { name } = item;
  return (
    <>
      <SmallPicture item={item} />
      <Checkbox
        label="Flag"
        aria-label={`Flag ${name}`}
        checked={flag !== undefined}
        disabled={!flag && text.flags.length >= maxFlags}
        onChange={() => text.toggleFlag({ mediaKind, item: item.id, name })}
      />
      {flag && (
        <Field label={`Note on ${name}`} hideLabel>
          <Input
            placeholder="What to look at"
            autoComplete="off"
            maxLength={maxLine}
            value={flag.note}
            onChange={({ target }) => text.setNote(flag, target.value)}
          />
        </Field>
      )}
    </>
  );
}
