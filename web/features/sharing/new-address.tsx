// The address of a link that was just made: it is shown this once, to copy, to scan or to send.
import { Check, Copy, Mail, MessageCircle, QrCode } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ShareLink } from '#contract/sharing/share-links.ts';
import { useSiteConfig } from '#web/lib/device/site-config.ts';
import { formatInstantDay } from '#web/lib/format/format.ts';
import { whatsAppAddress } from '#web/lib/format/whatsapp.ts';
import { toast } from '#web/lib/page/toast.ts';
import { Button } from '#web/ui/controls/button.tsx';
import { Field } from '#web/ui/controls/field.tsx';
import { Input } from '#web/ui/controls/input.tsx';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { lazySection } from '#web/ui/feedback/lazy-section.tsx';

export type MadeLink = { link: ShareLink; path: string; url: string | null };

const QrPicture = lazySection(() => import('./qr-picture.tsx'), 'QrPicture', null);

/** On one line: names may hold line breaks. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

export function messageOf({ link, name, brand }: { link: ShareLink; name: string; brand: string }, address: string) {
  const until = `The link ends on ${formatInstantDay(link.expiresAt)}.`;
  const pin = link.hasPin ? ' You need a PIN, which I send you separately.' : '';
  return {
    subject: oneLine(`${name} · ${brand}`),
    text: `${oneLine(`${link.recipient}, here is the progress of ${name}:`)} ${address} ${until}${pin}`,
  };
}

export function NewAddress({ made, name }: { made: MadeLink; name: string }) {
  const { link, path, url } = made;
  const { brand } = useSiteConfig();
  const address = url ?? `${location.origin}${path}`;
  const [copied, setCopied] = useState(false);
  const [isScanned, setScanned] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const { subject, text } = messageOf({ link, name, brand: brand.name }, address);

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
      <Field label={`Link for ${link.recipient}`} hint="This is shown once. Later only a new link can be made.">
        <Input ref={field} readOnly value={address} onFocus={({ target }) => target.select()} />
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" icon={copied ? Check : Copy} onClick={copy}>
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
              href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text)}`}
              icon={Mail}
              reload
            >
              E-mail
            </LinkButton>
          </>
        )}
      </div>
      {isScanned && <QrPicture text={address} />}
    </section>
  );
}
