// The end of the landing page: the last invitation, and how to reach the company.
import { Mail } from 'lucide-react';
import type { SiteConfig } from '#contract/pages/page-render.ts';
import { LinkButton } from '#web/ui/controls/link-button.tsx';
import { Logo } from '#web/ui/display/logo.tsx';
import { DemoRequestButton } from './demo-request-button.tsx';

const link =
  'touch-target inline-flex items-center rounded-control text-muted underline-offset-4 hover:text-ink hover:underline';

export function Contact({ brand }: { brand: SiteConfig['brand'] }) {
  const { name, email, linkedin, instagram } = brand;
  const mail = `mailto:${email}`;
  const links = [
    ['LinkedIn', linkedin],
    ['Instagram', instagram],
    ['Terms of Use', `${mail}?subject=Terms%20of%20Use`],
    ['Privacy Policy', `${mail}?subject=Privacy%20Policy`],
  ] as const;
  return (
    <footer id="contact" className="border-line border-t bg-surface">
      <div className="page py-16 text-center lg:py-20">
        <h2 className="mx-auto max-w-[36rem] font-semibold text-[clamp(1.625rem,1.3rem+1.2vw,2.25rem)] leading-tight tracking-[-0.02em]">
          Be on site without being there
        </h2>
        <p className="mx-auto mt-3 max-w-[34rem] text-balance text-lg text-muted leading-7">
          Tell us about your project. We will contact you within 24 hours to show you around.
        </p>
        <div className="mt-7 flex flex-wrap justify-center gap-3">
          <DemoRequestButton variant="primary" size="lg">
            Request a Demo Tour
          </DemoRequestButton>
          <LinkButton href="/login" reload size="lg">
            Client Login
          </LinkButton>
        </div>
        <p className="mt-6">
          <a href={mail} className={`${link} gap-2`}>
            <Mail aria-hidden="true" className="size-4" />
            {email}
          </a>
        </p>
      </div>
      <div className="border-line border-t">
        <div className="page flex flex-wrap items-center justify-between gap-x-8 gap-y-4 py-6">
          <Logo name={name} />
          <ul className="flex flex-wrap items-center gap-x-6 gap-y-1">
            {links.map(([label, href]) => (
              <li key={label}>
                <a href={href} rel="noopener" className={link}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}
