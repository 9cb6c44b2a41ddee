import { createRequire } from 'node:module'
import { defineConfig, type Plugin } from 'vite'

/**
 * `SVC_URL` is the server that `vite dev` uses; the built dashboard always uses the server that
 * serves it.
 */
const server = process.env.SVC_URL ?? 'http://127.0.0.1:4700'

const LAYERS = '@layer tokens, base, parts, pages, last;'

/** The libraries and the frame of every page, and the parts of nearly every page. */
const COMMON = new RegExp(
  [
    'node_modules/(react|react-dom|scheduler|use-sync-external-store)/',
    'node_modules/@tanstack/(history|store|react-store|router-core|react-router)/',
    // Without modules that only lists and forms need.
    'node_modules/@tanstack/(query-core|react-query)/.*/(?!mutationObserver|useMutation|infiniteQueryObserver|useInfiniteQuery)\\w+\\.js$',
    'packages/(api/src/(error|partial-client)|protocol/src/)',
    'src/(routes|frame/(frame|is-mac|keys|menu|own-menu|pages|place|top-bar|trouble))\\.tsx?$',
    'src/data/(code-of|editor|first-client|queries|runs-behind|search|insight-search)\\.ts$',
    // An error with its code and its difference, which most pages show.
    'src/pages/execution/(read-for-agent|search)\\.tsx?$',
    'src/parts/(attachment-kind|choices|code|codes|colour-code|command-for|copy|diff|disclosure|empty-state|error-view|exact|filter-select|icon|mark|marks|open-in-editor|owner-choice|row-link|sign|source-links|status|tabs|time|time-formats|typed-field|use-media|use-now|words)\\.tsx?$',
  ].join('|'),
)

/**
 * Parts that several pages share, and pages that lead to each other, in one file each: the first
 * view of every page has the address of every file.
 */
const SHARED = Object.entries({
  lists:
    'src/(data/(insights|pauses|runs|rows|pages)|parts/(chart-slots|data-table|day-bars|execution-line|growing|lines|more-button|owner-list|page-filter|pull-line|rate|scroll-table|speed|test-line))\\.tsx?$|/(infiniteQueryObserver|useInfiniteQuery)\\.js$',
  forms: 'src/(frame/use-role|parts/(confirm|form))\\.tsx?$|/(mutationObserver|useMutation)\\.js$',
  agents: 'src/(data|pages)/agents',
  door: 'src/pages/sign-in/',
  palette: 'src/frame/palette-',
}).map(([name, test]) => ({ name, test: new RegExp(test), includeDependenciesRecursively: false }))

/**
 * Vite puts the styles of the first chunk at the start of the file, but the order of the layers
 * must precede them.
 */
const layersFirst: Plugin = {
  name: 'layers-first',
  enforce: 'post',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle))
      if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = LAYERS + file.source
  },
}

/** Requests the font of all texts with the scripts, not after them, so that texts are drawn in it at once. */
const fontEarly: Plugin = {
  name: 'font-early',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter((name) => /inter-.*\.woff2$/.test(name))
        .map((name) => ({
          tag: 'link',
          attrs: { rel: 'preload', href: `/${name}`, as: 'font', type: 'font/woff2', crossorigin: true },
          injectTo: 'head',
        })),
  },
}

export default defineConfig({
  root: import.meta.dirname,
  resolve: {
    alias: [
      // React itself has this function; the package adds a copy for older versions.
      { find: /^use-sync-external-store\/shim$/, replacement: 'react' },
      // Its module for browsers writes HTML into an element, which a worker has not and the policy of the pages forbids.
      { find: /^decode-named-character-reference$/, replacement: entities() },
    ],
  },
  plugins: [layersFirst, fontEarly],
  build: {
    target: 'es2023',
    modulePreload: {
      polyfill: false,
      // Only what the browser would learn late: it has the file of all pages, and the imported file
      // is requested at once by its own import.
      resolveDependencies: (file, needed, { hostType }) =>
        hostType === 'html'
          ? needed
          : needed.filter((each) => each !== file && !/(common|runtime)-/.test(each)),
    },
    // A page that embeds its icon and fonts as data would need a wider policy.
    assetsInlineLimit: 0,
    // One file, because the first rule must be the order of the layers.
    cssCodeSplit: false,
    reportCompressedSize: false,
    manifest: true,
    rolldownOptions: {
      // `diff` declares only a folder as free of side effects, which the bundler does not read.
      treeshake: { moduleSideEffects: [{ test: /node_modules\/diff\//, sideEffects: false }] },
      output: {
        // Modules that nearly every page uses, in one file: small files compress badly, and each is
        // a request.
        codeSplitting: { groups: [{ name: 'common', test: COMMON, priority: 1 }, ...SHARED] },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: Object.fromEntries(['/api', '/auth', '/trace', '/openapi.json'].map((path) => [path, server])),
  },
})

function entities(): string {
  const parser = createRequire(import.meta.url).resolve('mdast-util-from-markdown')
  return createRequire(parser).resolve('decode-named-character-reference')
}
