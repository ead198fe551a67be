// What the server wrote into the page about the company that runs it.

export type SiteConfig = {
  brand: { name: string; email: string; linkedin: string; instagram: string };
  /** The demo company, whose logins may be shown. */
  demo: boolean;
  /** Why a login that was posted without script was refused; such a page is sent in answer. */
  loginFailure?: string | undefined;
};

const demoNames = ['admin', 'photographer', 'client'] as const;
/** The logins that the login page of a demo shows (behaviour §8.6). */
export const demoLogins = demoNames.map((username) => ({ username, password: 'topout-demo' }));

/** Reads `{"brand":{…},"demo":true}`; whatever is missing or unreadable gets the product's own word. */
export function parseSiteConfig(text: string | null | undefined): SiteConfig {
  let parsed: Partial<SiteConfig> | null = null;
  try {
    parsed = JSON.parse(text || '{}');
  } catch {
    // An unfilled placeholder: the defaults serve.
  }
  const brand = parsed?.brand;
  return {
    brand: {
      name: brand?.name || 'Topout',
      email: brand?.email ?? '',
      linkedin: brand?.linkedin ?? '',
      instagram: brand?.instagram ?? '',
    },
    demo: parsed?.demo === true,
    ...(parsed?.loginFailure ? { loginFailure: parsed.loginFailure } : {}),
  };
}

let config: SiteConfig | undefined;

/** The company of this page; read once. */
export function readSiteConfig(): SiteConfig {
  config ??= parseSiteConfig(document.getElementById('site-config')?.textContent);
  return config;
}

/** Where pages are rendered ahead there is none to read: the company's name and the like are placeholders there. */
export function setSiteConfig(next: SiteConfig): void {
  config = next;
}
