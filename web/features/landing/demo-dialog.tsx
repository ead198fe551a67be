// 'Request a Demo Tour': who asks, and for what (behaviour §10.7).
import { Eye } from 'lucide-react';
import { useRef, useState } from 'react';
import { createDemoRequest } from '#contract/accounts/auth.ts';
import { NewDemoRequest } from '#contract/accounts/auth-routes.ts';
import { ApiError, isOutcomeUnknown, messageOf } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/http-client.ts';
import { randomKey } from '#web/lib/device/random-key.ts';
import { useSiteConfig } from '#web/lib/device/site-config.ts';
import { setFieldErrors } from '#web/lib/forms/field-errors.ts';
import { formResolver } from '#web/lib/forms/form-resolver.ts';
import { useDraftForm } from '#web/lib/forms/use-draft-form.ts';
import { toast, toastFailure } from '#web/lib/page/toast.ts';
import type { DialogControl } from '#web/lib/page/use-dialogs.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Options, Select } from '#web/ui/controls/select.tsx';
import { Textarea } from '#web/ui/controls/textarea.tsx';
import { DraftRestored } from '#web/ui/feedback/keep-notice.tsx';
import { FormDialog } from '#web/ui/overlays/form-dialog.tsx';

const empty = { name: '', email: '', company: '', phone: '', projectType: '', projectBrief: '' };
type DemoDraft = typeof empty;
const fields = Object.keys(empty) as (keyof DemoDraft)[];
const projectTypes = ['Residential', 'Commercial', 'Industrial', 'Infrastructure', 'Renovation', 'Other'];
const required = 'Name, email, company, and project brief are required.';

export function DemoDialog(control: DialogControl) {
  const { sample } = useSiteConfig();
  const draft = useDraftForm<DemoDraft>({
    owner: 'guest',
    name: 'demo request',
    initial: { values: empty },
    resolver: formResolver(NewDemoRequest),
  });
  const { form } = draft;
  const { register, handleSubmit, formState } = form;
  const { send, pending } = useDemoRequest();
  const missing = () => {
    const messages = fields.map((field) => form.getFieldState(field).error?.message);
    if (messages.includes(required)) toastFailure('Please fill in all required fields', required);
  };
  async function submit(values: DemoDraft) {
    if (pending) return;
    try {
      await send(values);
      draft.done();
      control.onOpenChange(false);
      toast({
        title: 'Demo request submitted!',
        description: "We'll contact you within 24 hours to schedule your personalized demo.",
      });
    } catch (error) {
      if (error instanceof ApiError && setFieldErrors(error, form)) return;
      toastFailure('Error', messageOf(error));
    }
  }
  /** The contract's sentence names all four; beside one field a word is enough. */
  const problem = (field: keyof DemoDraft) => {
    const message = formState.errors[field]?.message;
    return message === required ? 'Required' : message;
  };
  return (
    <FormDialog
      {...control}
      title="Request a Demo Tour"
      description="Tell us a little about your project, and we will show you around a sample one."
      onSubmit={handleSubmit(submit, missing)}
      submitLabel="Submit Request"
      pending={pending}
      pendingLabel="Submitting..."
    >
      {sample && (
        <LinkButton href="/sample" icon={Eye} reload className="justify-self-start">
          Look at a sample first
        </LinkButton>
      )}
      <DraftRestored {...draft} />
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="Name" error={problem('name')}>
          <Input autoComplete="name" {...register('name')} />
        </Field>
        <Field label="Email" error={problem('email')}>
          <Input type="email" autoComplete="email" {...register('email')} />
        </Field>
        <Field label="Company" error={problem('company')}>
          <Input autoComplete="organization" {...register('company')} />
        </Field>
        <Field label="Phone" optional error={problem('phone')}>
          <Input type="tel" autoComplete="tel" {...register('phone')} />
        </Field>
        <Field label="Project Type" optional error={problem('projectType')} className="sm:col-span-2">
          <Select {...register('projectType')}>
            <option value="">Choose one</option>
            <Options of={projectTypes} label={(type) => type} />
          </Select>
        </Field>
        <Field label="Project Brief" error={problem('projectBrief')} className="sm:col-span-2">
          <Textarea
            rows={4}
            placeholder="Where it is, how big, and what you would like to see"
            {...register('projectBrief')}
          />
        </Field>
      </div>
    </FormDialog>
  );
}

/** Resolves when the request is stored and rejects with an ApiError. What was sent but perhaps not received is sent again under the same key. */
function useDemoRequest(): { send: (draft: DemoDraft) => Promise<void>; pending: boolean } {
  const [pending, setPending] = useState(false);
  const lost = useRef<{ key: string; sent: string }>(undefined);
  async function send(draft: DemoDraft) {
    const sent = JSON.stringify(draft);
    const key = lost.current?.sent === sent ? lost.current.key : randomKey();
    lost.current = undefined;
    setPending(true);
    try {
      await call(createDemoRequest, { body: draft }, { idempotencyKey: key });
    } catch (error) {
      if (isOutcomeUnknown(error)) lost.current = { key, sent };
      throw error;
    } finally {
      setPending(false);
    }
  }
  return { send, pending };
}
