// 'Share': makes a link for somebody without a login, shows its address once, and lists the links of the project.
import { Check, Copy, Mail, MessageCircle, QrCode, Share2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { splitSites } from '#contract/sharing/embed-site.ts';
import {
  createShareLink,
  defaultShareRules,
  type ShareDays,
  type ShareRules,
  shareDays,
  shareDaysLabels,
  shareRules,
} from '#contract/sharing/endpoints.ts';
import { NewShareLink } from '#contract/sharing/share-links-routes.ts';
import { useCurrentUser } from '#web/lib/api/current-user.ts';
import { useApiQuery } from '#web/lib/api/queries.ts';
import { useMutation } from '#web/lib/api/use-mutation.ts';
import { useSiteConfig } from '#web/lib/device/site-config.ts';
import { whatsAppAddress } from '#web/lib/format/whatsapp.ts';
import { setFieldErrors } from '#web/lib/forms/field-errors.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { toast } from '#web/lib/page/toast.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Button } from '#web/ui/controls/button.tsx';
import { Checkbox } from '#web/ui/controls/checkbox.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { Skeleton } from '#web/ui/display/skeleton.tsx';
import { DraftRestored } from '#web/ui/feedback/keep-notice.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';
import { Dialog } from '#web/ui/overlays/dialog.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';
import type { ShareSubject } from './share-button.tsx';
import { type MadeLink, ShareList } from './share-list.tsx';
import { oneLine, shareMessage } from './share-message.ts';
import { type ShareDraft, ShareMore } from './share-more.tsx';

type Days = `${ShareDays}`;
const daysLabel = (days: Days) => shareDaysLabels[Number(days) as ShareDays];

/** As the company allows, the longest of them last. */
const dayChoices = ({ longestDays }: ShareRules) =>
  shareDays.filter((days) => days <= longestDays).map((days): Days => `${days}`);

const empty = { recipient: '', pin: '', downloads: false, players: false, questions: false, embedSites: '' };
const usual = (choices: Days[]): Days => (choices.includes('30') ? '30' : (choices.at(-1) ?? '1'));

/** A report is its file: there is nothing else to take along or to play. */
const isReport = ({ scope }: Pick<ShareSubject, 'scope'>) => scope === 'report';

const downloadsLabel = ({ scope }: Pick<ShareSubject, 'scope'>) =>
  scope === 'project' ? 'Allow downloads of pictures and reports' : 'Allow downloads of pictures';

/** Where guests can make a video. */
const downloadsHint = ({ scope }: Pick<ShareSubject, 'scope'>) =>
  scope === 'project' || scope === 'viewpoint' ? 'Also offers to make a video of the pictures.' : undefined;

function toBody({ name: _, projectId: __, ...subject }: ShareSubject, { days, pin, embedSites, ...rest }: ShareDraft) {
  const expiresAt = new Date(Date.now() + Number(days) * 24 * 3_600_000).toISOString();
  const { recipient, questions } = rest;
  const more = isReport(subject) ? { recipient, questions } : { ...rest, embedSites: splitSites(embedSites) };
  return { ...subject, ...more, pin: pin.trim() === '' ? null : pin.trim(), expiresAt };
}

export function ShareDialog({ subject, ...control }: DialogControl & { subject: ShareSubject }) {
  const [made, setMade] = useState<MadeLink>();
  const found = useApiQuery(shareRules, {});
  const rules = found.data ?? defaultShareRules;
  const list = <ShareList projectId={subject.projectId} onAddress={setMade} />;
  if (found.isPending)
    return (
      <Dialog {...control} title="Share" description={subject.name} size="lg">
        <Skeleton className="h-96 w-full" />
      </Dialog>
    );
  if (!made) return <ShareForm {...control} subject={subject} rules={rules} list={list} onMade={setMade} />;
  return (
    <Dialog
      {...control}
      title="Share"
      description={subject.name}
      size="lg"
      shownOnce
      footer={
        <>
          <Button onClick={() => setMade(undefined)}>Make another link</Button>
          <Button variant="primary" onClick={() => control.onOpenChange(false)}>
            Done
          </Button>
        </>
      }
    >
      <NewAddress key={made.path} made={made} name={subject.name} />
      {list}
    </Dialog>
  );
}

type ShareFormProps = DialogControl & {
  subject: ShareSubject;
  rules: ShareRules;
  list: React.ReactNode;
  onMade: (made: MadeLink) => void;
};

function ShareForm({ subject, rules, list, onMade, ...control }: ShareFormProps) {
  const { person } = useCurrentUser();
  const choices = dayChoices(rules);
  const draft = useDraftForm<ShareDraft>({
    owner: person.id,
    name: `share ${subject.projectId} `,
    initial: { values: { ...empty, days: usual(choices) } },
    resolver: formResolver<ShareDraft>(NewShareLink, (values) => toBody(subject, values)),
    secret: ['pin'],
  });
  const { register, formState, handleSubmit } = draft.form;
  const create = useMutation(createShareLink, {
    errorToast: 'Failed to create the link',
    onError: (error) => setFieldErrors(error, draft.form),
    onSuccess: (reply) => {
      draft.done();
      onMade(reply);
    },
  });
  const submit = (values: ShareDraft) =>
    create.run({ params: { id: subject.projectId }, body: toBody(subject, values) });
  const { errors } = formState;
  const { questions, embedSites } = draft.form.getValues();
  return (
    <FormDialog
      {...control}
      title="Share"
      description={subject.name}
      size="lg"
      onSubmit={handleSubmit(submit)}
      submitLabel="Make link"
      pendingLabel="Making..."
      pending={create.isPending}
    >
      <DraftRestored {...draft} />
      <Field label="Recipient" hint="Shown to people who open the link" error={errors.recipient?.message}>
        <Input autoComplete="off" {...register('recipient')} />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Ends after">
          <Select {...register('days')}>
            <Options of={choices} label={daysLabel} />
          </Select>
        </Field>
        <Field
          label="PIN"
          optional={!rules.pinAlways}
          hint="Six digits. Send it separately from the link."
          error={errors.pin?.message}
        >
          <Input inputMode="numeric" autoComplete="off" maxLength={6} {...register('pin')} />
        </Field>
      </div>
      {!isReport(subject) && (
        <div className="grid justify-items-start gap-3">
          {rules.downloads && (
            <Checkbox label={downloadsLabel(subject)} hint={downloadsHint(subject)} {...register('downloads')} />
          )}
          <Checkbox
            label="Include players of other sites"
            hint="Videos and tours from YouTube, Matterport and the like. Ending the link does not end what people opened there."
            {...register('players')}
          />
        </div>
      )}
      <ShareMore
        register={register}
        email={person.email}
        embeddable={!isReport(subject)}
        error={errors.embedSites?.message}
        filled={questions || embedSites !== ''}
      />
      <p className="text-muted text-sm">
        {isReport(subject)
          ? 'Anyone with the link gets the report as a PDF of what is released then, without people’s names, concerns or positions; its QR code leads to the link.'
          : 'Anyone with the link sees what is released, without names of the crew and without concerns.'}{' '}
        You can end it at any time; what was already saved, or previewed by a messenger, cannot be recalled.
      </p>
      {list}
    </FormDialog>
  );
}

const QrPicture = lazySection(() => import('./qr-picture.tsx'), 'QrPicture', null);

/** Only a person's tap opens it; who closes it has changed their mind. */
function SheetButton({ data, onFail }: { data: ShareData; onFail: () => void }) {
  const share = () =>
    void navigator.share(data).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === 'AbortError')) onFail();
    });
  return (
    <Button variant="primary" icon={Share2} onClick={share}>
      Share
    </Button>
  );
}

/** The address of a link that was just made: to share, to copy, to scan or to send. */
export function NewAddress({ made, name }: { made: MadeLink; name: string }) {
  const { link, path, url } = made;
  const { brand } = useSiteConfig();
  const address = url ?? `${location.origin}${path}`;
  const [copied, setCopied] = useState(false);
  const [isScanned, setScanned] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { title, words, text } = shareMessage({ link, name, brand: brand.name }, address);
  const sheet = { title, text: words, url: address };
  const hasSheet = url !== null && typeof navigator.share === 'function' && (navigator.canShare?.(sheet) ?? true);

  async function copy() {
    try {
      await navigator.clipboard.writeText(address);
      setCopied(true);
    } catch {
      field.current?.select();
      toast({ title: 'Copy it by hand', description: 'The address is selected.' });
    }
  }

  return (
    <section aria-label="The new link" className="grid gap-4">
      <Field label={`Link for ${link.recipient}`} hint="This is shown once. After that, you can only make a new link.">
        <Input ref={field} readOnly value={address} onFocus={({ target }) => target.select()} />
      </Field>
      <div className="flex flex-wrap gap-2">
        {hasSheet && <SheetButton data={sheet} onFail={copy} />}
        <Button variant={hasSheet ? 'secondary' : 'primary'} icon={copied ? Check : Copy} onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button icon={QrCode} aria-expanded={isScanned} onClick={() => setScanned(!isScanned)}>
          QR code
        </Button>
        {url !== null && (
          <>
            <LinkButton href={whatsAppAddress(text)} icon={MessageCircle} external>
              WhatsApp
            </LinkButton>
            <LinkButton
              href={`mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(text)}`}
              icon={Mail}
              reload
            >
              Email
            </LinkButton>
          </>
        )}
      </div>
      {isScanned && <QrPicture text={address} />}
      {link.embedSites.length > 0 && <EmbedCode address={`${address}/embed`} name={name} sites={link.embedSites} />}
    </section>
  );
}

type EmbedCodeProps = { address: string; name: string; sites: readonly string[] };

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** For the people who look after the site. */
function EmbedCode({ address, name, sites }: EmbedCodeProps) {
  const title = attribute(oneLine(name));
  const code = `<iframe src="${attribute(address)}" title="${title}" loading="lazy" allowfullscreen style="width:100%;height:44rem;border:0"></iframe>`;
  return (
    <Field label="Code to embed it" hint={`Works on ${sites.join(', ')} and nowhere else.`}>
      <Input readOnly value={code} onFocus={({ target }) => target.select()} />
    </Field>
  );
}
