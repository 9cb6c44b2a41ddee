/**
 * What a part may import besides its own files. `boundaries.test.ts` holds the tree against these
 * rows: imports of types, `import()` and the files of threads count, too.
 */
export interface Part {
  /** Relative to the workspace. A file belongs to the longest folder that contains it. */
  folder: string
  /**
   * Folders and files of other parts; `/*` is only the files directly in a folder. Of a room of the server these are
   * all, without `/**`.
   */
  reads: string[]
  /** Node's own modules are `node`; `hono/*` is all that begins so. */
  packages: string[]
}

const words = (text: string) => text.split(' ').filter(Boolean)

const part = (folder: string, packages: string, reads = ''): Part => ({
  folder,
  reads: words(reads),
  packages: words(packages),
})

/** Folders of `packages/formats/src` that know nothing of each other. */
const FORMATS = words('json junit nunit trx xunit')

const REPORTER = 'node @svc/protocol @svc/client'
const CLI = `${REPORTER} @svc/client/* @svc/api @svc/formats @svc/prove @svc/prove/needed-runs @svc/prove/own-folder tinyglobby`
const FEATURE = 'node @svc/protocol @svc/schema zod kysely'
const DOOR = 'node @svc/protocol @svc/schema zod hono hono/* @hono/node-server @hono/node-server/*'

/** A wing of the server. It reads only wings above its own row, so no two wings depend on each other. */
const wing = (name: string, reads: string, packages = FEATURE) =>
  part(`server/src/${name}`, packages, reads.replaceAll(/\S+/g, 'server/src/$&'))

export const PARTS: Part[] = [
  part('packages/protocol/src', ''),
  part('packages/schema/src', 'zod @svc/protocol'),
  part('packages/client/src', 'node @svc/protocol ci-info undici'),
  part('packages/playwright/src', `${REPORTER} @playwright/test/reporter`),
  part('packages/vitest/src', `${REPORTER} vitest/node`),
  part('packages/jest/src', REPORTER),
  // Pages run it in browsers, too.
  part('packages/api/src', ''),
  part('packages/formats/src', REPORTER, FORMATS.map((format) => `packages/formats/src/${format}`).join(' ')),
  ...FORMATS.map((format) =>
    part(
      `packages/formats/src/${format}`,
      REPORTER,
      'packages/formats/src/* packages/formats/src/common packages/formats/src/source packages/formats/src/xml',
    ),
  ),
  part('packages/prove/src', 'node @svc/protocol @svc/client/* cross-spawn'),
  part(
    'packages/cli/src',
    `${CLI} commander cross-spawn @babel/parser @babel/types`,
    'packages/cli/src/project',
  ),
  // `init` and `doctor` both read projects with it.
  part('packages/cli/src/project', CLI),
  part(
    'packages/dashboard/src',
    'react react/jsx-runtime react-dom/client @tanstack/* @svc/api @svc/protocol anser diff hast hast-util-to-jsx-runtime lowlight mdast mdast-util-from-markdown mdast-util-gfm mdast-util-to-hast micromark-extension-gfm @fontsource-variable/*',
  ),
  part(
    'packages/action/src',
    'node @svc/protocol @svc/client/action @svc/client/comment @svc/client/fields @svc/client/record @svc/client/documents @svc/formats @svc/formats/zip @svc/prove @actions/core @actions/github/lib/utils yaml',
  ),

  // Below all that tests: it reaches no part of the product except the wire format.
  part('packages/test-kit/src', 'node @svc/protocol @modelcontextprotocol/client vitest vitest/node'),

  wing('ground', ''),
  wing('people', 'ground'),
  wing('results', 'ground people'),
  wing('history', 'ground people results'),
  wing('uploads', 'ground people results history'),
  wing('upkeep', 'ground people results history'),
  wing('agents', 'ground people results history'),
  wing('answers', 'ground people results history uploads/settlement agents/knowledge'),
  wing('doors', 'ground/kernel people/identity/authenticate.ts uploads/ingest/upload-processor.ts', DOOR),
  wing('roof', 'ground people results history uploads upkeep agents/** answers doors/**', DOOR),
  // The entry points: they import nothing that an old Node lacks.
  part('server/src', 'node', 'server/src/roof'),
]

/** What single folders may import in addition. */
export const MORE_PACKAGES: Record<string, string[]> = {
  'server/src/ground/store': words('kysely/* better-sqlite3 pg'),
  'server/src/ground/wake': words('pg @nats-io/transport-node'),
  'server/src/people/oidc': ['jose'],
  'server/src/results/artifacts/s3': ['aws4fetch'],
  'server/src/results/results': ['diff'],
  'server/src/upkeep/backup': ['modern-tar'],
  'server/src/agents/knowledge': words(
    'mdast-util-from-markdown mdast-util-gfm micromark micromark-extension-gfm micromark-util-subtokenize yaml diff',
  ),
  'server/src/answers/failure-context': ['@svc/formats/zip'],
  // The rule alone, which imports nothing.
  'server/src/answers/comparison': words('@svc/prove/rule @svc/prove/burn-rule'),
  // A formula and the table of runners, which import nothing heavy.
  'server/src/agents/bus/events': ['@svc/prove/needed-runs', '@svc/prove/rerun-commands'],
  'server/src/doors/mcp': ['@modelcontextprotocol/server'],
  // The schemas of all operations: no start loads them.
  'server/src/doors/rest/openapi': ['@svc/schema/operations'],
  'server/src/roof/metrics': ['prom-client'],
  'server/src/roof/commands': words('@svc/schema/operations commander'),
}
