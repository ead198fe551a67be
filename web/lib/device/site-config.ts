// What the server wrote into the page about the company that runs it and about the choices made on this device.
import { createContext, useContext } from 'react';
import { readDeviceChoices } from '#contract/pages/device-choices.ts';
import { type SiteConfig, siteConfigElementId } from '#contract/pages/page-render.ts';
import { deviceCookies } from './device-cookies.ts';

const demoNames = ['admin', 'photographer', 'client'] as const;
/** The logins that the login page of a demo shows (behaviour §8.6). */
export const demoLogins = demoNames.map((username) => ({ username, password: 'topout-demo' }));

/** Reads `{"brand":{…},"demo":true}`; whatever is missing or unreadable gets the product's own word. `cookies`: of this device. */
export function parseSiteConfig(text: string | null | undefined, cookies: Record<string, string>): SiteConfig {
  let parsed: Partial<SiteConfig> | null = null;
  try {
    parsed = JSON.parse(text || '{}');
  } catch {
    // Not written by our server: the defaults serve.
  }
  const brand = parsed?.brand;
  return {
    brand: {
      name: brand?.name || 'Topout',
      email: brand?.email ?? '',
      linkedin: brand?.linkedin ?? '',
      instagram: brand?.instagram ?? '',
      ...(brand?.logo ? { logo: brand.logo } : {}),
    },
    demo: parsed?.demo === true,
    ...(parsed?.sample ? { sample: true } : {}),
    ...(parsed?.loginFailure ? { loginFailure: parsed.loginFailure } : {}),
    ...(parsed?.canMail === true ? { canMail: true } : {}),
    ...(parsed?.uploads ? { uploads: true } : {}),
    version: parsed?.version,
    ...(parsed?.link ? { link: parsed.link } : {}),
    ...(parsed?.shell ? { shell: true } : {}),
    device: (!parsed?.shell && parsed?.device) || readDeviceChoices(cookies),
  };
}

/** The company of this page. */
export function readSiteConfig(): SiteConfig {
  return parseSiteConfig(document.getElementById(siteConfigElementId)?.textContent, deviceCookies());
}

/** Provided at the root, in the browser and on the server alike. */
export const SiteContext = createContext<SiteConfig | null>(null);

export function useSiteConfig(): SiteConfig {
  const site = useContext(SiteContext);
  if (!site) throw new Error('No site is provided at the root');
  return site;
}
