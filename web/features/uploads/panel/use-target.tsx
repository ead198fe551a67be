// The upload that chosen files go to: the one that the field names, or a new one; an existing link is replaced only after a yes.
import { useRef } from 'react';
import { getUpload, type Upload, uploadOfLink } from '#contract/uploads/endpoints.ts';
import type { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/http-client.ts';
import { randomId } from '#web/lib/offline/announce-kept.ts';
import { useConfirm } from '#web/ui/overlays/use-confirm.tsx';

/** `files`: what the server has of it, if it responds. */
export type Target = { id: string; files: Upload['files'] };

/** Nobody who has chosen files waits longer than this: without a response they are added anyway. */
const patienceMs = 8_000;

/** 'not yours' if the server says that this person has no such upload; null if it does not say. */
async function ask(upload: string): Promise<Upload | 'not yours' | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), patienceMs));
  const asked = call(getUpload, { params: { upload } }).catch(({ status }: ApiError) =>
    status === 404 || status === 403 ? ('not yours' as const) : null,
  );
  return Promise.race([asked, late]);
}

const sentences = {
  link: 'This field already has a link. What you upload gets its own folder, whose link replaces this one.',
  upload:
    'The pictures in this field are in an upload that you cannot add to. What you upload gets its own folder: its link replaces this one, and the session shows only what you upload now.',
};

type TargetOptions = { link: string; isBegunHere: (upload: string) => Promise<boolean> };

export function useTarget({ link, isBegunHere }: TargetOptions) {
  const field = useRef(link);
  field.current = link;
  /** Started for this content of the field, which gets the new link only with the next render. */
  const begun = useRef<{ over: string; id: string }>(undefined);
  const { ask: confirm, dialogs } = useConfirm();
  const mayReplace = (sentence: string) =>
    confirm({ title: 'Replace the link', sentence, confirmLabel: 'Replace the link' });

  function begin(): Target {
    const id = randomId();
    begun.current = { over: field.current, id };
    return { id, files: [] };
  }

  const present = () => {
    const { over, id } = begun.current ?? {};
    return over === field.current && id ? id : uploadOfLink(field.current);
  };

  /** Null if the person would rather keep the present link. */
  async function find(): Promise<Target | null> {
    const id = present();
    if (id === null) return field.current.trim() === '' || (await mayReplace(sentences.link)) ? begin() : null;
    const answer = await ask(id);
    if (answer !== null && answer !== 'not yours') return { id, files: answer.files };
    if (answer === null || (await isBegunHere(id))) return { id, files: [] };
    return (await mayReplace(sentences.upload)) ? begin() : null;
  }

  return { find, dialogs, isBegun: (id: string | null) => begun.current?.id === id };
}
