// One part of the company's settings: what holds now, and the dialog that changes it.

import { Pencil } from 'lucide-react';
import type { ComponentType, ReactNode } from 'react';
import type { Endpoint } from '#contract/core/endpoint.ts';
import type { Input, Response } from '#contract/core/request.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { type DialogControl, useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Badge } from '#web/ui/display/badge.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';

type SettingsSectionProps<E extends Endpoint> = {
  /** Of its heading. */
  id: string;
  title: string;
  intro: string;
  editLabel: string;
  route: E;
  Dialog: ComponentType<DialogControl & { saved: Response<E> }>;
  /** Class of the skeleton: as high as what comes. */
  height: string;
  children: (saved: Response<E>) => ReactNode;
};

export function SettingsSection<E extends Endpoint>({ id, route, Dialog, ...words }: SettingsSectionProps<E>) {
  const { title, intro, editLabel, height, children } = words;
  const found = useApiQuery(route, {} as Input<E>);
  const { open, dialogs } = useDialogs({
    edit: (control, saved: object) => <Dialog {...control} saved={saved as Response<E>} />,
  });
  const { data } = found;
  return (
    <section aria-labelledby={id} className="mb-8">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 max-w-prose">
          <h2 id={id} className="font-semibold text-lg">
            {title}
          </h2>
          <p className="text-muted">{intro}</p>
        </div>
        {data && (
          <Button icon={Pencil} onClick={() => open('edit', data)}>
            {editLabel}
          </Button>
        )}
      </div>
      {found.error && <QueryError query={found} />}
      {!found.error && data && children(data as Response<E>)}
      {found.isPending && <Skeleton className={`${height} w-full`} />}
      {dialogs}
    </section>
  );
}

// A value of the settings, with a word where it stands in the environment and is changed there.
export function SettingValue({ value, isFixed }: { value: string; isFixed: boolean }) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-2 gap-y-1">
      {value} {isFixed && <Badge>Set on the server</Badge>}
    </span>
  );
}
