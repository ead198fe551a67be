// The place of a viewpoint's picture: the same for one date, for two, and while it loads, so that nothing moves.

/** On small screens as wide as they are, of the shape of a picture where they are upright; else as high as the window leaves room. */
export const stageClass =
  'relative isolate min-h-0 overflow-hidden bg-sunken compact:-mx-4 compact:h-[min(75vw,max(18rem,calc(100dvh-22rem)))] low:h-[min(75vw,max(18rem,calc(100dvh-5rem)))] roomy:aspect-3/2 roomy:max-h-[max(18rem,calc(100dvh-21rem))] roomy:w-full roomy:rounded-card roomy:border roomy:border-line print:aspect-3/2! print:h-auto!';
