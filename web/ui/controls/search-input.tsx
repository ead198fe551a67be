// A field to search in, with its lens: what is typed is searched for once it stands still.
import { Search } from 'lucide-react';
import { type ComponentProps, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { Input } from './input.tsx';

/** In milliseconds; typing is faster. */
const pause = 300;

type SearchInputProps = Pick<ComponentProps<typeof Input>, 'placeholder' | 'maxLength'> & {
  /** What is searched for, such as the address says it. */
  value: string;
  onSearch: (text: string) => void;
};

/**
 * The letters stay in the field: a key draws nothing but its letter, and what somebody typed before there were scripts is kept.
 * Enter and leaving the field search at once.
 */
export function SearchInput({ value, onSearch, ...rest }: SearchInputProps) {
  const field = useRef<HTMLInputElement>(null);
  /** What was last said or heard: the echo of its own words must not overwrite the letters that came after them. */
  const known = useRef(value);
  const say = useEffectEvent(onSearch);

  // Layout effects: the listeners are gone before the field is, whose leaving would search on the next page.
  useLayoutEffect(() => {
    const input = field.current;
    if (!input || value === known.current) return;
    known.current = value;
    input.value = value;
  }, [value]);
  useLayoutEffect(() => {
    const input = field.current;
    if (!input) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const search = () => {
      clearTimeout(timer);
      if (input.value === known.current) return;
      known.current = input.value;
      say(input.value);
    };
    const searchLater = () => {
      clearTimeout(timer);
      timer = setTimeout(search, pause);
    };
    if (input.value !== known.current) searchLater();
    input.addEventListener('input', searchLater);
    input.addEventListener('change', search);
    return () => {
      clearTimeout(timer);
      input.removeEventListener('input', searchLater);
      input.removeEventListener('change', search);
    };
  }, []);

  return (
    <span className="relative block">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
      />
      <Input ref={field} type="search" defaultValue={value} {...rest} className="pl-9" />
    </span>
  );
}
