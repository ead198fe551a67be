// The place of a viewpoint's picture: the same for one date, for two, and while it loads, so that nothing moves.

/** On small screens of the shape of a picture, with the ruler below it; else as high as the window leaves room. */
export const stageClass =
  'relative isolate min-h-0 overflow-hidden bg-sunken compact:-mx-4 compact:aspect-4/3 compact:max-h-[max(12rem,calc(100dvh-22rem))] roomy:aspect-3/2 roomy:max-h-[max(18rem,calc(100dvh-21rem))] roomy:w-full roomy:rounded-card roomy:border roomy:border-line print:aspect-3/2! print:h-auto!';
