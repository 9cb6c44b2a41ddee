import { createRequire } from 'node:module'
import type { Plugin } from 'rolldown'
import { minifySync } from 'rolldown/utils'

const require = createRequire(new URL('../../packages/client/package.json', import.meta.url))
/** Its chunk has this name. */
const ID = 'small-undici'
/** The license asks for it, and the bundle has no other comments. */
const NOTICE = '/*! undici, MIT license, copyright Matteo Collina and Undici contributors */\n'

/** What the client, and GitHub's toolkit, use of undici: its face also loads fetch, caches, mocks and more, and is twice as large. */
const PARTS = {
  Dispatcher: 'dispatcher/dispatcher',
  Pool: 'dispatcher/pool',
  EnvHttpProxyAgent: 'dispatcher/env-http-proxy-agent',
  ProxyAgent: 'dispatcher/proxy-agent',
  buildConnector: 'core/connect',
  request: 'api/api-request',
  connect: 'api/api-connect',
}

/** Bundles only those parts, in a file without whitespace and long names, as it is loaded in every run. */
export const smallUndici = (): Plugin => ({
  name: 'small-undici',
  resolveId: (source) => (source === 'undici' ? ID : undefined),
  load: (id) => (id === ID ? code() : undefined),
  renderChunk: (text, { moduleIds, fileName }) => {
    if (!moduleIds.includes(ID)) return undefined
    // A file with modules of ours keeps its names, for stack traces.
    const isAlone = moduleIds.every(
      (id) => id === ID || id.startsWith('\0rolldown/') || id.includes('/node_modules/'),
    )
    return NOTICE + (isAlone ? minified(fileName, text) : text)
  },
})

const minified = (fileName: string, text: string): string =>
  minifySync(fileName, text, { module: true, codegen: { removeWhitespace: true } }).code

const code = (): string => {
  const imports = Object.entries(PARTS).map(
    ([name, path]) => `import ${name} from ${JSON.stringify(require.resolve(`undici/lib/${path}.js`))}`,
  )
  return `${imports.join('\n')}
Object.assign(Dispatcher.prototype, { request, connect })
export { Pool, EnvHttpProxyAgent, ProxyAgent, buildConnector }
export const fetch = globalThis.fetch`
}
