// The global search in the top bar: a field with a dropdown on larger screens, a button with a popup on phones.
import { Search as SearchIcon } from 'lucide-react';
import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { lazyDialog } from '#web/lib/lazy-component.tsx';
import { IconButton } from '#web/ui/button.tsx';
import { SearchBox } from './search-box.tsx';

const SearchPopup = lazyDialog(() => import('./search-popup.tsx'), 'SearchPopup');

export type SearchHandle = { open: () => void };

export function Search({ ref }: { ref: Ref<SearchHandle> }) {
  const [popup, setPopup] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => ({
    open: () => {
      // A hidden field has no place in the layout.
      if (field.current?.offsetParent) field.current.select();
      else setPopup(true);
    },
  }));
  return (
    <>
      <div className="hidden w-full max-w-md md:block">
        <SearchBox field={field} />
      </div>
      <span className="md:hidden">
        <IconButton
          label="Search"
          icon={SearchIcon}
          aria-haspopup="dialog"
          onPointerEnter={SearchPopup.preload}
          onClick={() => setPopup(true)}
        />
      </span>
      <SearchPopup open={popup} onOpenChange={setPopup} />
    </>
  );
}
