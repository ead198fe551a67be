// 'Media Folders': below which folders this project's media links are honoured (decisions §10); for admins.
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { bindMediaRoots, type MediaRoot, mediaRoots, type Project } from '#contract/projects.ts';
import { messageOf } from '#web/lib/api-error.ts';
import { useApiQuery } from '#web/lib/queries.ts';
import { useMutation } from '#web/lib/use-mutation.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { Field } from '#web/ui/field.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { Input } from '#web/ui/input.tsx';
import { Select } from '#web/ui/select.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

/** `key` keeps a row's fields when another row goes. */
type Row = MediaRoot & { key: number };

type MediaFoldersDialogProps = { open: boolean; onOpenChange: (open: boolean) => void; project: Project };

export function MediaFoldersDialog({ open, onOpenChange, project }: MediaFoldersDialogProps) {
  const params = { id: project.id };
  const bound = useApiQuery(mediaRoots, { params }, { enabled: open });
  const [typed, setTyped] = useState<Row[]>();
  const [problems, setProblems] = useState<Record<string, string>>({});
  const rows = typed ?? bound.data?.roots.map((root, key) => ({ ...root, key }));
  const close = () => {
    setTyped(undefined);
    setProblems({});
    onOpenChange(false);
  };
  const bind = useMutation(bindMediaRoots, {
    successToast: 'Media folders saved',
    errorToast: 'Failed to save the media folders',
    onSuccess: close,
    onError: ({ issues }) => {
      setProblems(Object.fromEntries(issues.map(({ path, message }) => [path, message])));
      return issues.some(({ path }) => /^roots\.\d+\.root$/.test(path));
    },
  });
  function save() {
    setProblems({});
    if (rows) void bind.run({ params, body: { roots: rows.map(({ provider, root }) => ({ provider, root })) } });
  }
  function change(key: number, part: Partial<MediaRoot>) {
    setTyped(rows?.map((row) => (row.key === key ? { ...row, ...part } : row)));
  }
  return (
    <FormDialog
      open={open}
      onOpenChange={(stays) => (stays ? onOpenChange(true) : close())}
      size="lg"
      title="Media Folders"
      description="Media links of this project are read from these folders and what lies below them. Any other link is shown as a plain link."
      onSubmit={save}
      submitLabel="Save"
      disabled={!rows}
      pending={bind.isPending}
      pendingLabel="Saving..."
    >
      {rows ? (
        <div className="grid grid-cols-1 gap-4">
          {rows.length === 0 && <p className="text-muted">No folders yet: every link is shown as a plain link.</p>}
          {rows.map((row, nth) => (
            <FolderRow
              key={row.key}
              row={row}
              nth={nth}
              problem={problems[`roots.${nth}.root`]}
              onChange={(part) => change(row.key, part)}
              onRemove={() => setTyped(rows.filter(({ key }) => key !== row.key))}
            />
          ))}
          <Button
            icon={Plus}
            className="justify-self-start"
            onClick={() =>
              setTyped([
                ...rows,
                { provider: 'google-drive', root: '', key: Math.max(-1, ...rows.map(({ key }) => key)) + 1 },
              ])
            }
          >
            Add Folder
          </Button>
        </div>
      ) : (
        <RootsLoading bound={bound} />
      )}
    </FormDialog>
  );
}

type RootsLoadingProps = { bound: { error: Error | null; isFetching: boolean; refetch: () => unknown } };

function RootsLoading({ bound }: RootsLoadingProps) {
  if (!bound.error) return <Skeleton className="h-20" />;
  return <ErrorState message={messageOf(bound.error)} onRetry={() => bound.refetch()} retrying={bound.isFetching} />;
}

type FolderRowProps = {
  row: Row;
  nth: number;
  problem: string | undefined;
  onChange: (part: Partial<MediaRoot>) => void;
  onRemove: () => void;
};

function FolderRow({ row, nth, problem, onChange, onRemove }: FolderRowProps) {
  const isDrive = row.provider === 'google-drive';
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-3 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
      <Field label={`Source of folder ${nth + 1}`} hideLabel>
        <Select
          value={row.provider}
          onChange={(event) => onChange({ provider: event.target.value as MediaRoot['provider'] })}
        >
          <option value="google-drive">Google Drive</option>
          <option value="local">Own storage</option>
        </Select>
      </Field>
      <Field
        label={`Folder ${nth + 1}`}
        hideLabel
        error={problem}
        hint={isDrive ? 'The id of the folder: the last part of its address' : 'A folder below the media root'}
        className="max-sm:order-last max-sm:col-span-full"
      >
        <Input
          value={row.root}
          placeholder={isDrive ? '1AbCdEfGh...' : 'lekki/2026'}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => onChange({ root: event.target.value })}
        />
      </Field>
      <IconButton label={`Remove folder ${nth + 1}`} icon={Trash2} onClick={onRemove} />
    </div>
  );
}
