// The field for the words alone, above the demo requests.
import { Field } from '#web/ui/controls/field.tsx';
import { SearchInput } from '#web/ui/controls/search-input.tsx';

export function FindField({ value, onSearch }: { value: string; onSearch: (words: string) => void }) {
  return (
    <Field label="Search" hideLabel>
      <SearchInput placeholder="Search words" maxLength={200} value={value} onSearch={onSearch} />
    </Field>
  );
}
