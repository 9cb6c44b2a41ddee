/**
 * The imports that a part may have besides its own files. `npx -y pnpm@12 generate` writes the
 * linter's rules in `biome.json` and the table in `docs/contributing/architecture.md` from these
 * rows, and `boundaries.test.ts` checks them.
 */
export interface Boundary {
  /** A folder, or one file. A later row of a part within it replaces this one there. */
  part: string
  /** Packages, and Node's own modules as `node`. */
  packages: string[]
  /** Rooms of the server: only the files directly in them, never their sub-folders. */
  rooms: string[]
  /** Single files, relative to `server/src`. */
  files: string[]
  /** Sub-folders that the part's other sub-folders may import beside the part's own files; all of them if absent. */
  shared?: string[]
  /** A note for the docs. */
  why: string
}

const words = (text = '') => text.split(' ').filter(Boolean)

type More = { rooms?: string; files?: string; shared?: string; why?: string }

const row = (part: string, packages: string, { rooms, files, shared, why = '' }: More = {}): Boundary => ({
  part,
  packages: words(packages),
  rooms: words(rooms),
  files: words(files),
  ...(shared !== undefined && { shared: words(shared) }),
  why,
})

const REPORTER = 'node @svc/protocol @svc/client'
const CLI = `${REPORTER} @svc/client/* @svc/api @svc/formats tinyglobby`
const ACTION =
  'node @svc/protocol @svc/client/action @svc/client/fields @svc/client/record @svc/client/documents @svc/formats @svc/formats/zip'
const DASHBOARD =
  'react react/jsx-runtime react-dom/client @tanstack/react-router @tanstack/react-query @tanstack/react-virtual @svc/api @svc/protocol anser diff mdast mdast-util-from-markdown mdast-util-gfm micromark-extension-gfm @fontsource-variable/*'
const FEATURE = 'node @svc/protocol @svc/schema zod kysely'
const DOOR =
  'node @svc/protocol @svc/schema zod hono hono/* hono/router/* @hono/node-server @hono/node-server/utils/*'

/** A feature reads the kernel, the store and the rooms it names, never a door. */
const feature = (name: string, rooms = '', more = ''): Boundary =>
  row(`server/src/${name}`, `${FEATURE} ${more}`, { rooms: `kernel store ${rooms}` })

export const BOUNDARIES: Boundary[] = [
  row('packages/protocol/src', ''),
  row('packages/schema/src', 'zod @svc/protocol'),
  row('packages/client/src', 'node @svc/protocol ci-info'),
  row('packages/playwright/src', `${REPORTER} @playwright/test/reporter`),
  row('packages/vitest/src', `${REPORTER} vitest/node`),
  row('packages/jest/src', REPORTER, { why: 'it declares the types of Jest that it uses' }),
  row('packages/api/src', '', { why: 'it runs in browsers, too' }),
  row('packages/formats/src', REPORTER, { shared: 'xml common', why: 'only types of the client' }),
  row('packages/cli/src', `${CLI} commander @babel/parser @babel/types`, {
    why: 'api, formats and the parser of configs are bundled into it',
  }),
  row('packages/cli/src/project', CLI, { shared: '', why: 'init and doctor read projects with it' }),
  row('packages/dashboard/src', DASHBOARD, { why: 'it runs in browsers' }),
  row('packages/action/src', ACTION, { why: 'GitHub runs its bundle' }),

  // The server, from the ground up: a room reads rooms above its own row.
  row('server/src/kernel', 'node @svc/protocol @svc/schema zod', { files: 'store/open.ts store/tables.ts' }),
  row('server/src/kernel/events.ts', '@svc/protocol', {
    files: 'store/open.ts store/tables.ts store/portable.ts',
    why: 'it reads the outbox',
  }),
  row('server/src/kernel/claim-events.ts', 'kysely', {
    files: 'store/open.ts store/portable.ts',
    why: 'it reads the outbox',
  }),
  row('server/src/kernel/id-cursor.ts', 'kysely', { why: 'a condition on an id' }),
  row('server/src/kernel/outage.ts', '@svc/protocol', { files: 'store/trouble.ts' }),
  row('server/src/store', 'node kysely kysely/* better-sqlite3 pg'),
  row('server/src/wake', 'node pg', { rooms: 'kernel' }),
  row('server/src/backup', 'node zod modern-tar', { rooms: 'kernel store' }),
  feature('identity'),
  feature('refused-uploads', 'identity'),
  feature('owners'),
  feature('projects', 'identity'),
  feature('commits'),
  feature('test-identity'),
  feature('oidc', 'identity projects', 'jose'),
  feature('executions', 'projects'),
  feature('results', 'owners executions', 'diff'),
  feature('history', 'projects executions results'),
  feature('monitors', 'identity projects test-identity executions history'),
  feature('tests', 'owners projects test-identity results history monitors'),
  feature('metrics', 'projects executions history'),
  feature('failures', 'owners projects commits executions results history tests'),
  feature('settlement', 'projects executions results history monitors failures'),
  feature('artifacts', 'executions results'),
  feature('ingest', 'owners projects commits test-identity executions results settlement'),
  feature('deletion', 'identity executions history failures artifacts'),
  feature('retention', 'identity projects results artifacts deletion'),
  feature('notifications', 'identity owners executions'),
  feature('badge', 'identity projects executions'),
  feature('renames', 'identity projects commits test-identity executions results monitors'),
  feature('comparison', 'owners commits test-identity executions results history tests settlement renames'),
  feature('pull-requests', 'projects owners executions results tests artifacts settlement comparison'),
  feature('ci', 'owners projects commits executions results settlement comparison pull-requests'),
  feature('overview', 'projects executions history metrics tests pull-requests'),
  feature('find', 'projects executions tests'),
  feature('accounts', 'projects'),
  feature('plans'),
  feature(
    'knowledge',
    'wake identity projects commits executions failures tests',
    'mdast-util-from-markdown mdast-util-gfm micromark micromark-extension-gfm micromark-util-subtokenize yaml diff',
  ),
  feature(
    'failure-context',
    'identity owners projects commits executions results history tests failures artifacts settlement comparison pull-requests knowledge',
    '@svc/formats/zip',
  ),
  feature(
    'bus',
    'identity projects accounts commits test-identity executions results history monitors tests failures notifications knowledge',
  ),
  row('server/src/offload', 'node', {
    rooms: 'kernel store executions results failures comparison pull-requests overview ci failure-context',
  }),
  row('server/src/rest', DOOR, { rooms: 'kernel', files: 'identity/authenticate.ts' }),
  row('server/src/rest/openapi', `${DOOR} @svc/schema/operations`, {
    rooms: 'kernel',
    why: 'only it needs the schemas of all operations',
  }),
  row('server/src/rest/uploads', DOOR, {
    rooms: 'kernel',
    files: 'identity/authenticate.ts ingest/upload-processor.ts',
    why: 'these doors accept results',
  }),
  row('server/src/mcp', 'node @svc/protocol @svc/schema zod hono hono/* @modelcontextprotocol/server', {
    rooms: 'kernel',
    files: 'identity/authenticate.ts',
  }),
  row('server/src/web', 'node @svc/protocol hono hono/*', { rooms: 'kernel', why: 'it serves files' }),
  row('server/src/commands', 'node @svc/protocol @svc/schema/operations commander', {
    rooms: 'kernel store identity retention backup',
    files: 'config.ts',
  }),
  row('server/src/environment.ts', 'zod', { rooms: 'kernel store', files: 'retention/periods.ts' }),
  row('server/src/config.ts', '', {
    rooms: 'kernel store',
    files:
      'environment.ts rest/rate-limit.ts retention/periods.ts identity/bootstrap.ts bus/message-retention.ts',
  }),
]

/** These may import anything: the files that assemble the server, and tests. */
export const FREE = [
  ...words('app verbs server jobs start shutdown main command health readiness refuse-strangers').map(
    (name) => `server/src/${name}.ts`,
  ),
  'server/src/testing/**',
  '**/*.test.ts',
]
