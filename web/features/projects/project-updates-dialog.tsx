// 'Updates': what is new in a project as text to pass on, and whether its mail and push reach oneself.
import { useQueryClient } from '@tanstack/react-query';
import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { muteProject, notificationPreferences } from '#contract/notifications/notification-preferences.ts';
import type { Project } from '#contract/projects/endpoints.ts';
import { projectSummary } from '#contract/projects/endpoints.ts';
import { queryOptionsFor, useApiQuery } from '#web/lib/api/queries.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { whatsAppAddress } from '#web/lib/format/whatsapp.ts';
import { toast, toastFailure } from '#web/lib/page/toast.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { QueryError } from '#web/ui/feedback/query-error.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';

type UpdatesProps = DialogControl & { project: Pick<Project, 'id' | 'name'> };

async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: 'Summary copied' });
  } catch {
    toastFailure('Could not copy', 'Select the text and copy it by hand.');
  }
}

export function ProjectUpdatesDialog({ project, ...control }: UpdatesProps) {
  const found = useApiQuery(projectSummary, { params: { id: project.id } });
  const text = found.data && `${found.data.text}\n${location.origin}/projects/${project.id}`;
  return (
    <Dialog
      {...control}
      title="Updates"
      description={`The last seven days of ${project.name}, from what was released.`}
      footer={
        text && (
          <>
            <LinkButton href={whatsAppAddress(text)} external icon={Share2}>
              Share on WhatsApp
            </LinkButton>
            <Button variant="primary" onClick={() => void copy(text)}>
              Copy summary
            </Button>
          </>
        )
      }
    >
      <div className="grid gap-5">
        {found.error && <QueryError query={found} />}
        {!found.data && !found.error && <Skeleton className="h-32" />}
        {text && (
          <p className="wrap-anywhere select-text whitespace-pre-line rounded-control bg-sunken px-3 py-2">{text}</p>
        )}
        <Mute project={project} />
      </div>
    </Dialog>
  );
}

function Mute({ project: { id, name } }: Pick<UpdatesProps, 'project'>) {
  const client = useQueryClient();
  const found = useApiQuery(notificationPreferences, {});
  const { run, isPending } = useMutation(muteProject, {
    onSuccess({ muted }) {
      client.setQueryData(queryOptionsFor(notificationPreferences, {}).queryKey, (known) => {
        const others = known?.mutedProjects.filter((each) => each.id !== id) ?? [];
        return known && { ...known, mutedProjects: muted ? [...others, { id, name }] : others };
      });
    },
  });
  /** What was chosen and is being sent. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  if (found.error) return <QueryError query={found} />;
  if (!found.data) return <Skeleton className="h-12" />;
  async function choose(muted: boolean) {
    setChosen(muted);
    await run({ params: { id }, body: { muted } });
    setChosen(null);
  }
  return (
    <Checkbox
      label="Mute this project"
      hint="You get no email or push about it. Notifications in Topout stay on"
      checked={chosen ?? found.data.mutedProjects.some((each) => each.id === id)}
      disabled={isPending}
      onChange={({ target }) => void choose(target.checked)}
    />
  );
}
