// Which screens show a comparison in which way, for the few choices that CSS cannot make.

/** Phones, however they are held, and windows as small; the variant of this name in styles.css. */
export const compact = '(width < 48rem) or (height < 30rem)';
/** Room for two things beside each other; the variant of this name in styles.css. */
export const beside = '(width >= 48rem) or ((width >= 30rem) and (orientation: landscape))';
