/** The complete style of the reference, so that it needs no second request and no external content. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --text: light-dark(#1c2128, #dce1e8);
  --quiet: light-dark(#57606a, #9aa5b1);
  --ground: light-dark(#ffffff, #14181d);
  --raised: light-dark(#f5f7f9, #1c2229);
  --line: light-dark(#d8dee4, #303944);
  --link: light-dark(#0757b8, #7db7ff);
  --read: light-dark(#0b6b3a, #6fd79b);
  --write: light-dark(#8a4600, #ffb86b);
  --end: light-dark(#a3182b, #ff8f9b);
  font: 100%/1.5 system-ui, sans-serif;
}
* { box-sizing: border-box }
html { scroll-padding-top: 1rem }
body { margin: 0; color: var(--text); background: var(--ground) }
a { color: var(--link); text-underline-offset: .15em }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px }
code, pre { font: .875em/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace }
code { overflow-wrap: anywhere }
.skip { position: absolute; left: -99rem }
.skip:focus { left: 1rem; top: 1rem; z-index: 1; padding: .5rem 1rem; background: var(--ground) }
.page { display: grid; grid-template-columns: 17rem minmax(0, 1fr); max-width: 82rem; margin: 0 auto }
nav { position: sticky; top: 0; max-height: 100vh; overflow-y: auto; padding: 1.5rem 1rem 3rem; border-right: 1px solid var(--line); font-size: .9rem }
nav summary { cursor: pointer; padding: .25rem 0; font-weight: 600 }
@media (min-width: 52rem) {
  @supports selector(::details-content) {
    nav summary { display: none }
    nav details::details-content { content-visibility: visible; display: block; block-size: auto }
  }
}
nav h2 { margin: 1.25rem .5rem .15rem; padding: 0; border: 0; font-size: .8rem; color: var(--quiet); font-weight: 600 }
nav ul { margin: 0; padding: 0; list-style: none }
nav a { display: block; padding: .15rem .5rem; color: inherit; text-decoration: none; border-radius: .25rem; overflow-wrap: anywhere }
nav a:hover { background: var(--raised) }
main { padding: 1.5rem 2.5rem 6rem; min-width: 0 }
h1 { margin: 0 0 .25rem; font-size: 1.8rem; line-height: 1.2 }
h2 { margin: 3rem 0 1rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); font-size: 1.35rem }
h3 { margin: 0; font-size: 1.1rem }
h3 a { color: inherit; text-decoration: none }
h3 a:hover { text-decoration: underline }
h4 { margin: 1.5rem 0 .5rem; font-size: .95rem }
p { max-width: 46rem; margin: .5rem 0 }
.version, .needs, .optional, .type, .place { color: var(--quiet) }
.needs, .type, .optional, .place { font-size: .9rem }
.operation, .shape { padding: 1.75rem 0; border-bottom: 1px solid var(--line) }
.operation:last-child, .shape:last-child { border-bottom: 0 }
.route { display: flex; flex-wrap: wrap; gap: .25rem .6rem; align-items: baseline; margin: .35rem 0 .5rem }
.route code { font-size: .95rem }
.method { font: 700 .8rem/1.5 ui-monospace, Menlo, Consolas, monospace; color: var(--write) }
.GET { color: var(--read) }
.DELETE { color: var(--end) }
.fields { margin: 0; padding: 0; list-style: none; border-top: 1px solid var(--line) }
.fields > li { padding: .5rem 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere }
.fields .fields { margin: .5rem 0 0 .25rem; padding-left: 1rem; border-top: 0; border-left: 2px solid var(--line) }
.fields .fields > li:last-child { border-bottom: 0; padding-bottom: 0 }
.name { font-weight: 600; margin-right: .35rem }
.needed { color: var(--end); font-size: .9rem }
.about { max-width: 46rem }
pre { margin: .5rem 0; padding: .85rem 1rem; overflow-x: auto; max-height: 28rem; background: var(--raised); border: 1px solid var(--line); border-radius: .4rem }
pre code { overflow-wrap: normal; font-size: inherit }
.answer > summary { cursor: pointer; padding: .35rem 0; font-weight: 600; font-size: .95rem }
table { border-collapse: collapse; width: 100%; max-width: 46rem; margin: .75rem 0 }
th, td { padding: .4rem .75rem .4rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line) }
td code { overflow-wrap: normal }
th { font-size: .85rem; color: var(--quiet); font-weight: 600 }
@media (max-width: 52rem) {
  .page { display: block }
  nav { position: static; max-height: none; padding: .75rem 1rem; border-right: 0; border-bottom: 1px solid var(--line) }
  nav a { padding: .4rem .25rem }
  main { padding: 1.25rem 1rem 4rem }
  pre { max-height: 20rem }
}
@media print { nav { display: none } .page { display: block } pre { max-height: none; white-space: pre-wrap } }
`
