// The claims about emails: what people typed stays plain text, in the headers and in the body.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { shadesOf } from '#contract/settings/brand-shades.ts';
import { escapeHtml } from '#server/lib/well-formed.ts';
import { type Mailbox, startMailbox } from '#server/test-support/servers/mailbox.ts';
import { addressBelow, oneLine, renderMail } from './mail-template.ts';
import { sendSmtp } from './send-smtp.ts';

const publicUrl = 'https://progress.example.org';
const frame = {
  brand: { name: 'Topout', colour: null, address: '' },
  publicUrl,
  reason: 'Because.',
  links: [{ label: 'Notifications', url: `${publicUrl}/profile` }],
};
const server = (port: number) => ({ host: '127.0.0.1', port, secure: false, requireTls: false, login: null });

let box: Mailbox;
beforeAll(async () => {
  box = await startMailbox();
});
afterAll(() => box.close());

/** What people type, and what is typed to do harm. */
const words = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.constantFrom(
    'A\r\nBcc: all@example.org',
    'A\nSubject: other',
    'A\u2028Bcc: x@example.org',
    '<img src=https://evil.example/x.png>',
    '"><script>alert(1)</script>',
    'Adé Ọbí, Ltd. <x@y>',
    '\ud800',
    '‮gpj.exe',
    '=?utf-8?q?=0D=0ABcc=3A_x?=',
  ),
);

test('a name or subject of any characters makes one header and no other', async () => {
  const known = [
    'from',
    'to',
    'subject',
    'message-id',
    'date',
    'mime-version',
    'content-type',
    'reply-to',
    'list-id',
    'list-unsubscribe',
  ];
  await fc.assert(
    fc.asyncProperty(words, words, async (name, subject) => {
      const content = renderMail({ subject, heading: name, paragraphs: [name] }, frame);
      await sendSmtp(
        server(box.port),
        {
          ...content,
          from: { name: oneLine(name), address: 'progress@example.org' },
          to: { name: oneLine(name), address: 'ada@example.org' },
          messageId: 'abc@example.org',
          headers: {
            'List-Id': `${oneLine(name).replace(/[<>]/g, '')} <notices.example.org>`,
            'Reply-To': 'progress@example.org',
          },
        },
        AbortSignal.timeout(20_000),
      );
      const mail = box.mails.at(-1);
      const head = mail?.raw.split('\r\n\r\n')[0] ?? '';
      const names = [...head.matchAll(/^([\w-]+):/gm)].map(([, each = '']) => each.toLowerCase());
      expect(names.filter((each) => !known.includes(each))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
      expect(mail?.to).toEqual(['ada@example.org']);
    }),
    { numRuns: 60 },
  );
});

test('the company’s colour and address stand in a letter as shades and words', () => {
  const brand = { name: 'Sky <b>& Sons', colour: '#ffd400', address: '<i>1 Marina</i>\nLagos' };
  const content = { subject: 's', heading: 'h', paragraphs: ['p'] };
  const { html, text } = renderMail(content, { ...frame, brand });
  expect(html).toContain('Sky &lt;b&gt;&amp; Sons<br>&lt;i&gt;1 Marina&lt;/i&gt;<br>Lagos');
  const { light, dark } = shadesOf('#ffd400');
  expect(html).toContain(`.button { background: ${light.ground}; color: #ffffff; }`);
  expect(html).toContain(`a { color: ${dark.ink} !important; }`);
  expect(text.trimEnd().endsWith('Sky <b>& Sons\n<i>1 Marina</i>\nLagos')).toBe(true);
});

test('whatever the words are, the page holds no element, picture or address that is not ours', () => {
  fc.assert(
    fc.property(words, words, words, (subject, heading, paragraph) => {
      const { html } = renderMail(
        { subject, heading, paragraphs: [paragraph], action: { label: heading, path: paragraph } },
        frame,
      );
      const plain = renderMail(
        { subject: 's', heading: 'h', paragraphs: ['p'], action: { label: 'l', path: '/' } },
        frame,
      ).html;
      const tags = (text: string) =>
        (text.match(/<[a-z!/][^>]*>/gi) ?? []).map((tag) => tag.split(/[\s>]/)[0]).filter((tag) => tag !== '<br');
      expect(tags(html)).toEqual(tags(plain));
      expect(html).not.toMatch(/<img|<script|url\(/i);
      for (const [, url = ''] of html.matchAll(/href="([^"]*)"/g)) expect(url.startsWith(`${publicUrl}/`)).toBe(true);
    }),
  );
});

test('a line is one line, at most as long as it may be, and never half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), fc.integer({ min: 2, max: 300 }), (text, most) => {
      const line = oneLine(text, most);
      expect(line).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u);
      expect(line.length).toBeLessThanOrEqual(most);
    }),
  );
  expect(oneLine('  Ada\r\n\tObi ')).toBe('Ada Obi');
});

test('an address in a letter is one of the product', () => {
  expect(addressBelow(publicUrl, '/sessions/7?tab=film')).toBe(`${publicUrl}/sessions/7?tab=film`);
  for (const path of [
    'https://evil.example/x',
    '//evil.example',
    'javascript:alert(1)',
    '\\\\evil.example',
    '/\\evil.example',
  ])
    expect(addressBelow(publicUrl, path)).toBe(`${publicUrl}/`);
  expect(escapeHtml(`<a href="x" o='y'>&`)).toBe('&lt;a href=&quot;x&quot; o=&#39;y&#39;&gt;&amp;');
});

test('a letter reads as text too: heading, words, where to go, why it came', () => {
  const { text } = renderMail(
    {
      subject: 'S',
      heading: 'Approved',
      paragraphs: ['One.', 'Two\nlines.'],
      action: { label: 'Open', path: '/sessions/7' },
    },
    frame,
  );
  expect(text).toBe(
    'Approved\n\nOne.\n\nTwo\nlines.\n\nOpen: https://progress.example.org/sessions/7\n\n-- \n\nTopout. Because.\n\nNotifications: https://progress.example.org/profile\n',
  );
});

test('a letter follows the reader’s colours and asks nothing of other hosts', () => {
  const { html } = renderMail({ subject: 'S', heading: 'H', paragraphs: ['P'] }, frame);
  expect(html).toContain('<meta name="color-scheme" content="light dark">');
  expect(html).toContain('prefers-color-scheme: dark');
  expect(html).toContain('width=device-width');
  expect(html).not.toMatch(/<img|src=|@import|<link/);
});

test('a list leads from each line to what it tells of, and words in it are words', () => {
  const list = [
    { text: 'Ada <b>raised</b>\na concern', path: '/sessions/7?tab=drone&item=a' },
    { text: 'Elsewhere', path: '//evil.example/x' },
  ];
  const { html, text } = renderMail({ subject: 'S', heading: 'H', paragraphs: [], list }, frame);
  expect(html).toContain(`href="${publicUrl}/sessions/7?tab=drone&amp;item=a"`);
  expect(html).toContain('Ada &lt;b&gt;raised&lt;/b&gt; a concern</a>');
  expect(text).toContain(`- Ada <b>raised</b> a concern\n  ${publicUrl}/sessions/7?tab=drone&item=a\n`);
  expect(html + text).not.toContain('evil.example');
});

test('words of any script stay as they are, and no control turns round what stands behind them', () => {
  const name = 'محمّد 🏗️ 👨‍👩‍👧 ọ̀nà शिला';
  const content = (by: string) =>
    renderMail({ subject: `New: ${by}`, heading: by, paragraphs: [`${by} raised a concern.\nSession #12`] }, frame);
  const { subject, html, text } = content(name);
  for (const part of [subject, html, text]) expect(part).toContain(name);
  const turning = content('pay\u202egnp\u2067exe');
  for (const part of Object.values(turning)) expect(part).not.toMatch(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
});
