// What the environment says of the company: its name, where visitors write to, and its pages on two networks.

/** `nameIsFixed`: the name stands in the environment, and admins do not change it in the product. `emailIsFixed`: the address is not the product's own. */
export type Brand = {
  name: string;
  email: string;
  linkedin: string;
  instagram: string;
  nameIsFixed?: boolean;
  emailIsFixed?: boolean;
};

type Read = { text(name: string): string | null; link(name: string): string };

export function readBrand({ text, link }: Read): Brand {
  const [name, email] = [text('BRAND_NAME'), text('BRAND_EMAIL')];
  return {
    name: name ?? 'Topout',
    nameIsFixed: name !== null,
    email: email ?? 'hello@topout.example',
    emailIsFixed: email !== null,
    linkedin: link('BRAND_LINKEDIN'),
    instagram: link('BRAND_INSTAGRAM'),
  };
}
