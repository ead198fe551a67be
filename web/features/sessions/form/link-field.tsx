// A field for a media link that says at once what the link was recognized as, shows its first pictures, and what is wrong with it.
import { CircleCheck, TriangleAlert } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { Picture } from '#web/ui/display/picture.tsx';
import { Skeleton, SkeletonList } from '#web/ui/display/skeleton.tsx';
import type { LinkLabel } from './link-check.ts';
import { type LinkPlace, useLinkCheck } from './link-check.ts';

type LinkFieldProps = {
  label: string;
  hint: string;
  value: string;
  error: string | undefined;
  input: ComponentProps<'input'>;
  where: LinkPlace;
  /** Another way to fill it. */
  children?: ReactNode;
};

export function LinkField({ label, hint, value, error, input, where, children }: LinkFieldProps) {
  const { info, checking } = useLinkCheck(value, where);
  return (
    <div className="grid grid-cols-1 gap-2">
      <Field
        label={label}
        optional
        // There before it changes, so that a change is read aloud.
        hint={<span aria-live="polite">{info ? <LinkInfo info={info} /> : hint}</span>}
        error={error}
      >
        <Input type="url" inputMode="url" placeholder="https://" autoComplete="off" {...input} />
      </Field>
      {info?.pictures && where.projectId !== '' && <Strip pictures={info.pictures} checking={checking} />}
      {children}
    </div>
  );
}

function LinkInfo({ info: { known, text, problem } }: { info: LinkLabel }) {
  const good = known && problem === null;
  const Icon = good ? CircleCheck : TriangleAlert;
  return (
    <span className="inline-flex items-start gap-1.5">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${good ? 'text-green-ink' : 'text-yellow-ink'}`} />
      <span className="wrap-anywhere">
        {text}
        {problem && <span className="block text-yellow-ink">{problem}</span>}
      </span>
    </span>
  );
}

/** As high with pictures as without, so that nothing moves below it when they come. */
function Strip({ pictures, checking }: { pictures: string[]; checking: boolean }) {
  if (checking) {
    return (
      <SkeletonList count={4} className="flex h-12 gap-2">
        <Skeleton className="size-12" />
      </SkeletonList>
    );
  }
  if (pictures.length === 0) return null;
  return (
    <div aria-hidden="true" className="flex h-12 gap-2">
      {pictures.map((picture) => (
        <span key={picture} className="w-12 overflow-hidden rounded-control">
          <Picture alt="" small={picture} ratio="1/1" fallback={<span />} priority />
        </span>
      ))}
    </div>
  );
}
