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
  let given: Partial<SiteConfig> | null = null;
  try {
    given = JSON.parse(text || '{}');
  } catch {
    // An unfilled placeholder: the defaults serve.
  }
  const brand = given?.brand;
  return {
    brand: {
      name: brand?.name || 'Topout',
      email: brand?.email ?? '',
      linkedin: brand?.linkedin ?? '',
      instagram: brand?.instagram ?? '',
    },
    demo: given?.demo === true,
    ...(given?.loginFailure ? { loginFailure: given.loginFailure } : {}),
  };
}

let house: SiteConfig | undefined;

/** The company of this page; read once. */
export function readSiteConfig(): SiteConfig {
  house ??= parseSiteConfig(document.getElementById('house')?.textContent);
  return house;
}

/** Where pages are rendered ahead there is none to read: the company's name and the like are placeholders there. */
export function setSiteConfig(given: SiteConfig): void {
  house = given;
}
