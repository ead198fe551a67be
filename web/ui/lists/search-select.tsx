// A choice among more than a page can list: people type, the server searches, and the field shows the choice by name.
import { ChevronDown } from 'lucide-react';
import { type Ref, useEffect, useImperativeHandle, useRef } from 'react';
import { type SearchSelectOptions, useSearchSelect } from '#web/lib/api/use-search-select.ts';
import { useFieldProps } from '#web/ui/controls/field.tsx';
import { SearchSelectList } from './search-select-list.tsx';

export type SearchSelectProps<R extends { id: number }> = SearchSelectOptions<R> & {
  disabled?: boolean | undefined;
  ref?: Ref<HTMLInputElement> | undefined;
  onBlur?: (() => void) | undefined;
};

export function SearchSelect<R extends { id: number }>(props: SearchSelectProps<R>) {
  const { disabled, ref, onBlur, none } = props;
  const field = useFieldProps();
  const state = useSearchSelect(props);
  const { id, open, active, text, isTyped } = state;
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  // Whatever is typed takes the place of the name, also of one that came while the focus was here.
  const name = isTyped ? undefined : text;
  useEffect(() => {
    if (name !== undefined && input.current === document.activeElement) input.current?.select();
  }, [name]);
  return (
    <span className="relative block min-w-0">
      <input
        {...field}
        ref={input}
        type="text"
        role="combobox"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-activedescendant={open && active >= 0 ? `${id}-${active}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        maxLength={200}
        disabled={disabled}
        placeholder={none}
        value={text}
        onFocus={(event) => event.target.select()}
        onClick={state.show}
        onChange={(event) => state.type(event.target.value)}
        onKeyDown={state.onKeyDown}
        onBlur={() => {
          state.close();
          onBlur?.();
        }}
        className="control touch-target h-9 truncate pr-9 pl-3"
      />
      <ChevronDown
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-3 size-4 -translate-y-1/2 text-faint"
      />
      {open && <SearchSelectList state={state} value={props.value} />}
    </span>
  );
}
