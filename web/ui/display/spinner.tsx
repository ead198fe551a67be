// The turning ring of a button that is at work; nowhere else (waits have the shape of what comes).

/** Where its button is not at work it stands still: a browser draws frames for one that turns unseen too. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-4 shrink-0 in-[.invisible]:animate-none animate-spin rounded-full border-2 border-current border-r-transparent"
    />
  );
}
