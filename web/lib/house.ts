// What the server wrote into the page about the company that runs it.

export type House = {
  brand: { name: string; email: string; linkedin: string; instagram: string };
  /** The demo company, whose logins may be shown. */
  demo: boolean;
};

const demoNames = ['admin', 'photographer', 'client'] as const;
/** The logins that the login page of a demo shows (decisions §11). */
export const demoLogins = demoNames.map((username) => ({ username, password: 'topout-demo' }));

/** Reads `{"brand":{…},"demo":true}`; whatever is missing or unreadable gets the product's own word. */
export function parseHouse(text: string | null | undefined): House {
  let given: Partial<House> | null = null;
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
  };
}

let house: House | undefined;

/** The company of this page; read once. Only in a browser: what is rendered ahead is given its house by hand. */
export function readHouse(): House {
  house ??= parseHouse(document.getElementById('house')?.textContent);
  return house;
}
