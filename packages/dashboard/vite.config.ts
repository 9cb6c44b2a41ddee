import { defineConfig } from 'vite'

/** `SVC_URL` is the server that `vite dev` shows; the built dashboard is always the server's own. */
const server = process.env.SVC_URL ?? 'http://127.0.0.1:4700'

export default defineConfig({
  root: import.meta.dirname,
  build: {
    target: 'es2023',
    modulePreload: { polyfill: false },
    // A page that links its own icon and fonts as data: would need a wider policy.
    assetsInlineLimit: 0,
    // One file: the first rule of all has to be the order of the layers.
    cssCodeSplit: false,
    reportCompressedSize: false,
    manifest: true,
  },
  server: {
    proxy: Object.fromEntries(['/api', '/auth', '/trace', '/openapi.json'].map((path) => [path, server])),
  },
})
