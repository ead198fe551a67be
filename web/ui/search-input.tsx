// A field to search in, with its lens.
import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import { Input } from './input.tsx';

export function SearchInput(props: ComponentProps<typeof Input>) {
  return (
    <span className="relative block">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
      />
      <Input type="search" {...props} className="pl-9" />
    </span>
  );
}
