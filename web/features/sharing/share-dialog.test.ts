// The claims about the address of a new link: how it may be passed on.
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import type { ShareLink } from '#contract/sharing/endpoints.ts';
import { parseSiteConfig, SiteContext } from '#web/lib/device/site-config.ts';
import { NewAddress } from './share-dialog.tsx';
import type { MadeLink } from './share-list.tsx';
import { shareMessage } from './share-message.ts';

const link = {
  embedSites: [] as string[],
  scope: 'project',
  recipient: 'The\nbank',
  hasPin: true,
  expiresAt: '2026-12-24T12:00:00Z',
} as ShareLink;
const path = '/s/AAAAAAAAAAAAAAAAAAAAAA';

function rendered(made: Pick<MadeLink, 'url'>, device: object = {}): string {
  vi.stubGlobal('navigator', device);
  vi.stubGlobal('location', { origin: 'http://192.168.1.7:3000' });
  const address = createElement(NewAddress, { made: { link, path, ...made }, name: 'Tower & Sons' });
  const html = renderToStaticMarkup(createElement(SiteContext, { value: parseSiteConfig(null, {}) }, address));
  return html.replaceAll('&amp;', '&');
}
afterEach(() => {
  vi.unstubAllGlobals();
});

const textIn = (address: string | undefined) => new URL(address ?? '').searchParams;

test('a new link is copied, scanned, mailed or sent by WhatsApp, with a text that says when it ends and of its PIN', () => {
  const html = rendered({ url: `https://progress.example.org${path}` });
  expect(html).toMatch(/>Copy<.*>QR code</s);
  const [whatsApp, mail] = ['https://wa.me/', 'mailto:'].map(
    (start) => /href="([^"]+)"/.exec(html.slice(html.indexOf(`href="${start}`)))?.[1],
  );
  const text = textIn(whatsApp).get('text');
  expect(text).toMatch(
    /^Hello The bank, here is how Tower & Sons is coming along:\nhttps:\/\/progress\.example\.org\/s\/A{22}\nThe link works until December 2\d, 2026\. It asks for a PIN, which I will send you separately\.$/,
  );
  expect(textIn(mail).get('body')).toBe(text);
  expect(textIn(mail).get('subject')).toMatch(/^Tower & Sons · /);
});

test('what is no project is named, and without a PIN none is spoken of', () => {
  const visit = { ...link, scope: 'session', hasPin: false, recipient: ' Ada ' } as const;
  const message = shareMessage(
    { link: visit, name: 'Tower\n& Sons, November 20, 2026', brand: 'Sky' },
    'https://x.example/s/a',
  );
  expect(message.text.split('\n')).toEqual([
    'Hello Ada, have a look at this: Tower & Sons, November 20, 2026.',
    'https://x.example/s/a',
    expect.stringMatching(/^The link works until December 2\d, 2026\.$/),
  ]);
  expect(message.words).not.toContain('https:');
});

test('where the device has a share sheet it is offered first, and elsewhere not', () => {
  const made = { url: `https://progress.example.org${path}` };
  expect(rendered(made)).not.toMatch(/>Share</);
  const share = () => Promise.resolve();
  expect(rendered(made, { share, canShare: () => true })).toMatch(/>Share<.*>Copy<.*>WhatsApp</s);
  expect(rendered({ url: null }, { share, canShare: () => true })).not.toMatch(/>Share</);
  expect(rendered(made, { share, canShare: () => false })).not.toMatch(/>Share</);
});

test('without PUBLIC_URL a new link is copied at the address of this page, and offered to no messenger', () => {
  const html = rendered({ url: null });
  expect(html).toContain(`value="http://192.168.1.7:3000${path}"`);
  expect(html).not.toMatch(/wa\.me|mailto:/);
});
