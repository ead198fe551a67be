// What the company is called and how it looks, as everybody sees it.
import { brand, type SavedBrand } from '#contract/settings/endpoints.ts';
import { lazyDialog } from '#web/lib/page/lazy-component.tsx';
import { Card } from '#web/ui/display/card.tsx';
import { FactList } from '#web/ui/display/fact-list.tsx';
import { SettingsSection, SettingValue } from './settings-section.tsx';

const BrandDialog = lazyDialog(() => import('./brand-dialog.tsx'), 'BrandDialog');

export function BrandSection() {
  return (
    <SettingsSection
      id="brand"
      title="Brand"
      intro="Shown on every page, on shared pages, in reports and in emails. Pages that are open show a change after a reload."
      editLabel="Edit brand"
      route={brand}
      Dialog={BrandDialog}
      height="h-56"
    >
      {(saved) => <Facts saved={saved} />}
    </SettingsSection>
  );
}

/** Where visitors find the company, on the landing page: what stands in the environment, or nothing. */
const contacts = [
  ['Email for visitors', 'email'],
  ['LinkedIn', 'linkedin'],
  ['Instagram', 'instagram'],
] as const;

function Facts({ saved }: { saved: SavedBrand }) {
  const { name, colour, address, logo, fixed } = saved;
  return (
    <Card className="px-4 py-3">
      <FactList
        facts={[
          ['Name', <SettingValue key="name" value={name} isFixed={fixed.includes('name')} />],
          ['Colour', colour ? <Colour key="colour" colour={colour} /> : 'Topout’s blue'],
          ['Logo', logo ? <img key="logo" src={logo} alt="Logo" className="h-10 max-w-40 object-contain" /> : 'None'],
          ['Address', address && <span className="whitespace-pre-line">{address}</span>],
          ...contacts.map(
            ([label, each]) =>
              [
                label,
                saved[each] && <SettingValue key={each} value={saved[each]} isFixed={fixed.includes(each)} />,
              ] as const,
          ),
        ]}
      />
    </Card>
  );
}

function Colour({ colour }: { colour: string }) {
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden="true" className="size-4 rounded border border-field-line" style={{ background: colour }} />
      {colour}
    </span>
  );
}
