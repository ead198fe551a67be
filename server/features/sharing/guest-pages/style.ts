// The styles of guest pages: few rules, in the page itself; light or dark as the device is.
export const style = `
:root{color-scheme:light;--canvas:#f7f8fa;--surface:#fff;--sunken:#eef0f3;--line:#e4e7ec;--field:#868d99;--ink:#14181f;--muted:#586070;--accent:#1a5fb4;--link:#1757a6;--focus:#1a6fd4;--danger:#a8232a}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;--canvas:#0d0f12;--surface:#14171b;--sunken:#20252b;--line:#262b32;--field:#6d7581;--ink:#eceef1;--muted:#a1a9b5;--accent:#2468bf;--link:#82b7f7;--focus:#5aa2f5;--danger:#ff9b9b}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:1rem/1.5 "Inter Variable",system-ui,sans-serif;overflow-wrap:anywhere}
a{color:var(--link)}
:focus-visible{outline:2px solid var(--focus);outline-offset:2px}
.bar{padding:.75rem 1rem;background:var(--surface);border-bottom:1px solid var(--line)}
.bar{display:flex;align-items:center;gap:.625rem}
.logo{height:1.75rem;max-width:8rem;object-fit:contain}
.brand{font-weight:650}
main{max-width:72rem;margin:0 auto;padding:1rem}
h1{font-size:1.625rem;line-height:2rem;margin:.5rem 0 .25rem}
h2{font-size:1.125rem;line-height:1.5rem;margin:2rem 0 .75rem}
p{margin:.25rem 0}
.muted,footer,figcaption{color:var(--muted);font-size:.875rem}
.notes{white-space:pre-line;max-width:44rem;margin:1rem 0}
.grid{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,15rem),1fr));gap:.75rem;list-style:none;padding:0;margin:0}
.small{grid-template-columns:repeat(auto-fill,minmax(min(45%,10rem),1fr))}
.card,figure{margin:0;background:var(--surface);border:1px solid var(--line);border-radius:.75rem;overflow:hidden}
.card a{display:block;color:inherit;text-decoration:none;min-height:100%}
.card a:hover strong{text-decoration:underline}
.card p,figcaption{padding:.5rem .75rem}
figcaption{display:flex;justify-content:space-between;gap:.5rem;flex-wrap:wrap}
.card strong{display:block}
.photo{display:block;background:var(--sunken);aspect-ratio:4/3}
.photo img{width:100%;height:100%;object-fit:cover;display:block}
.photo.sphere{aspect-ratio:2/1}
.maps{display:grid;gap:.75rem;margin-bottom:.75rem}
.photo.map{aspect-ratio:16/9}
.photo.map img{object-fit:contain}
video,iframe{display:block;width:100%;aspect-ratio:16/9;border:0;background:#000}
.pairs{display:grid;gap:1.5rem}
.pair{display:grid;gap:.5rem}
@media (min-width:40rem){.pair{grid-template-columns:1fr 1fr}}
.pair .photo{aspect-ratio:var(--ratio,1.5);width:min(100%,80vh*var(--ratio,1.5));margin:auto;position:relative;overflow:hidden}
.pair .photo img{object-fit:contain}
.layer{position:absolute;inset:0}
.pair.over{grid-template-columns:1fr}
.over figure{grid-area:1/1;border-radius:.75rem}
.over .after{background:none;border-color:transparent;pointer-events:none}
.over .after :is(.photo,a){pointer-events:auto}
.swipe .after .photo{clip-path:inset(0 0 0 var(--at,50%))}
.swipe .after .photo::before{content:"";position:absolute;z-index:1;left:var(--at,50%);top:0;bottom:0;width:2px;background:#fff;box-shadow:0 0 3px #000}
.fade .after .photo{opacity:var(--at,50%)}
.over .after figcaption{justify-content:flex-end;text-align:right}
.over input{grid-area:2/1;width:100%;min-height:2.75rem;accent-color:var(--accent)}
form{display:grid;gap:.75rem;max-width:20rem;margin:1.5rem 0}
label{font-weight:550}
input[name=pin]{font:inherit;font-size:1.3125rem;letter-spacing:.25em;padding:.5rem .75rem;border:1px solid var(--field);border-radius:.5rem;background:var(--surface);color:inherit;width:100%}
button,.button{font:inherit;min-height:2.75rem;padding:.5rem 1rem;border:0;border-radius:.5rem;background:var(--accent);color:#fff;cursor:pointer}
.button{display:inline-grid;align-items:center;text-decoration:none}
.act{margin:1.5rem 0 1rem}
.error{color:var(--danger)}
nav.pages{display:flex;gap:1rem;margin:1.5rem 0}
nav.pages a,.back{display:inline-block;padding:.625rem 0}
footer{max-width:72rem;margin:2rem auto 0;padding:1rem}
.count{position:absolute;opacity:0}
dialog{border:0;padding:0;background:#0d0f12;color:#eceef1;width:100vw;height:100dvh;max-width:none;max-height:none}
dialog::backdrop{background:#000}
dialog[open]{display:grid;grid-template-rows:1fr auto}
dialog img{display:block;width:100%;height:100%;object-fit:contain;background:center/contain no-repeat}
dialog section{grid-area:1/1;position:relative;min-height:0;min-width:0;overflow:hidden;background:#0d0f12;touch-action:none}
dialog canvas{position:absolute;inset:0;width:100%;height:100%;touch-action:none;cursor:grab}
dialog canvas:focus-visible{outline-offset:-3px}
dialog section div{position:absolute;right:0;bottom:0}
dialog [hidden]{display:none}
dialog div{display:flex;flex-wrap:wrap;align-items:center;gap:.5rem;padding:.5rem .75rem;grid-row:2}
dialog button,dialog a{background:#262b32;color:#eceef1;border-radius:.5rem;min-width:2.75rem;min-height:2.75rem;padding:.5rem .75rem;text-decoration:none}
dialog a{display:inline-grid;align-items:center}
dialog span{flex:1 1 8rem;font-size:.875rem}
@media print{.bar,nav.pages,dialog,footer a{display:none}li:not(:has(li)),article,figure{break-inside:avoid}}
`.replaceAll('\n', '');

/** Without a script nothing moves a slider: the two pictures of a pair stand beside each other. */
export const plainStyle = `
.pair.over{grid-template-columns:none}
@media (min-width:40rem){.pair.over{grid-template-columns:1fr 1fr}}
.over figure{grid-area:auto}
.over .after .photo{clip-path:none;opacity:1}
.over .after .photo::before{content:none}
.over .after{background:var(--surface);border-color:var(--line)}
.over .after figcaption{justify-content:space-between;text-align:left}
.over input{display:none}
`.replaceAll('\n', '');
