import { defineConfig, type Plugin } from 'vite'

/** `SVC_URL` is the server that `vite dev` shows; the built dashboard is always the server's own. */
const server = process.env.SVC_URL ?? 'http://127.0.0.1:4700'

const LAYERS = '@layer tokens, base, parts, pages, last;'

/** Each file names the order of the layers: the one that the bundle puts first decides it. */
const layersFirst = (): Plugin => ({
  name: 'layers-first',
  enforce: 'pre',
  transform: (code, id) => (/\.css$/.test(id) ? `${LAYERS}\n${code}` : null),
})

export default defineConfig({
  root: import.meta.dirname,
  plugins: [layersFirst()],
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // A page that links its own icon and fonts as data: would need a wider policy.
    assetsInlineLimit: 0,
    // One small file, instead of a request for each page.
    cssCodeSplit: false,
    reportCompressedSize: false,
    manifest: true,
  },
  server: {
    proxy: Object.fromEntries(['/api', '/auth', '/trace', '/openapi.json'].map((path) => [path, server])),
  },
})
