// 'Edit Project', with its sites.
import { type ReactNode, useState } from 'react';
import {
  editProject,
  getProject,
  type Project,
  type ProjectStatus,
  projectStatusLabels,
  type Site,
  sites,
} from '#contract/projects/endpoints.ts';
import type { Choosable } from '#web/features/sessions/filters/choices.tsx';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { useSubmit } from '#web/lib/forms/use-submit.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { toastFailure } from '#web/lib/page/toast.ts';
import { type DialogControl, useDialogs } from '#web/lib/page/use-dialogs.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { DraftNotes } from '#web/ui/feedback/draft-notes.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import { draftOf, type ProjectDraft, projectResolver, removedSites, type SiteDraft, toBody } from './project-draft.ts';
import { clientLabel, MultiSite, PersonName, ProjectFields, SiteFields, setMultiSite } from './project-fields.tsx';

const ConfirmDialog = lazyDialog(() => import('#web/ui/overlays/confirm-dialog.tsx'), 'ConfirmDialog');

type EditProjectDialogProps = DialogControl & { project: Project };

/** Waits for the sites, then opens the form with them; or without them where they are unavailable. */
export function EditProjectDialog({ project, ...control }: EditProjectDialogProps) {
  const { open } = control;
  const found = useApiQuery(sites, { params: { id: project.id }, query: { limit: 500 } }, { enabled: open });
  // The form keeps its initial values: a change made elsewhere must not overwrite what is being typed.
  const [opened, setOpened] = useState<{ sites: Site[] | undefined }>();
  const ready = found.isFetching ? undefined : { sites: found.data?.rows };
  if (open && !opened && ready && (ready.sites || found.error)) setOpened(ready);
  if (opened) return <EditForm project={project} {...control} {...opened} />;
  return (
    <Dialog {...control} size="lg" title="Edit Project">
      <div className="grid gap-5" aria-busy="true">
        <Skeleton className="h-14" />
        <Skeleton className="h-24" />
        <Skeleton className="h-14" />
        <Skeleton className="h-60" />
      </div>
    </Dialog>
  );
}

const unknownSites = 'The sites could not be loaded. They stay as they are; close this and try again to change them.';

type EditFormProps = EditProjectDialogProps & { sites: Site[] | undefined };

const stateOf = (project: Project, known: readonly Site[] | undefined) => ({
  version: project.version,
  values: draftOf(project, known),
});

function EditForm({ project, sites: present, ...control }: EditFormProps) {
  const { person } = useCurrentUser();
  const knowsSites = present !== undefined;
  const draft = useDraftForm<ProjectDraft>({
    owner: person.id,
    name: `edit project ${project.id}`,
    initial: stateOf(project, present),
    resolver: projectResolver({ knowsSites }),
  });
  const { form } = draft;
  const live = useApiQuery(getProject, { params: { id: project.id } });
  const edit = useSubmit(editProject, draft, {
    successToast: 'Project updated successfully',
    errorToast: 'Failed to update project',
    stateOf: (now: Project & { sites: Site[] }) => stateOf(now, knowsSites ? now.sites : undefined),
    onSaved: () => control.onOpenChange(false),
  });
  const confirmation = useDialogs({
    loseSites: (control) => (
      <ConfirmDialog
        {...control}
        title="Remove the sites?"
        sentence={`Without multi-site, the project loses these sites when you save: ${removedSites(form.getValues()).join(', ')}.`}
        confirmLabel="Remove sites"
        onConfirm={() => {
          form.setValue('multiSite', false, { shouldDirty: true });
          confirmation.close();
        }}
      />
    ),
  });
  function save(values: ProjectDraft) {
    // It was removed while this dialog was open (behaviour §1.7).
    if (live.error?.status === 404) return toastFailure('Error', 'No project selected for editing');
    return edit.run({
      params: { id: project.id },
      body: { ...toBody(values, { knowsSites }), version: draft.version },
    });
  }
  function changeMultiSite(checked: boolean) {
    if (!checked && removedSites(form.getValues()).length > 0) return confirmation.open('loseSites');
    setMultiSite(form, checked);
  }
  const photographers = present?.flatMap(({ photographer }) => photographer ?? []) ?? [];
  return (
    <FormDialog
      {...control}
      size="lg"
      title="Edit Project"
      onSubmit={form.handleSubmit(save)}
      submitLabel="Update Project"
      pending={edit.isPending}
      pendingLabel="Updating..."
    >
      <DraftNotes
        draft={draft}
        labels={differenceLabels}
        describe={(path, value) => inWords(path, value, [project.client, ...photographers])}
      />
      <ProjectFields form={form} client={project.client} />
      <MultiSite form={form} onChange={changeMultiSite} locked={knowsSites ? undefined : unknownSites} />
      {form.watch('multiSite') && <SiteFields form={form} scrolls known={photographers} />}
      {confirmation.dialogs}
    </FormDialog>
  );
}

const differenceLabels = {
  'project.name': 'Project Name',
  'project.description': 'Description',
  'project.status': 'Status',
  'project.clientId': 'Client',
  multiSite: 'Multi-site project',
  sites: 'Construction Sites',
};

/** A value of the form as text, for the versions that are shown beside each other. */
function inWords(path: string, value: unknown, known: readonly Choosable[]): ReactNode {
  if (path === 'project.status') return projectStatusLabels[value as ProjectStatus];
  if (path === 'project.clientId' && value) return <PersonName id={Number(value)} known={known} label={clientLabel} />;
  if (path !== 'sites') return undefined;
  return (value as SiteDraft[]).map((site, index) => (
    <span key={site.id ?? `new ${index}`} className="block">
      {site.name}
      {site.photographerId && ', '}
      {site.photographerId && <PersonName id={Number(site.photographerId)} known={known} />}
      {[site.location, site.latitude, site.longitude, site.description].filter(Boolean).map((text) => `, ${text}`)}
    </span>
  ));
}
