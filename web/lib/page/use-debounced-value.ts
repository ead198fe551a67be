// A value that waits until it has stood still, such as what is being typed.
import { useEffect, useState } from 'react';

/** The value as it was once it had not changed for so many milliseconds. */
export function useDebouncedValue<Value>(value: Value, milliseconds: number): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(settle, milliseconds, value);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
