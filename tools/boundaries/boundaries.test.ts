import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'

const workspace = fileURLToPath(new URL('..', import.meta.url))
const biome = join(workspace, 'node_modules/@biomejs/biome/bin/biome')

/** What files of a folder may import and what they may not; the rows of "Who may import whom". */
const rows: { folder: string; may: string[]; mayNot: string[] }[] = [
  {
    folder: 'packages/protocol/src',
    may: ['./other.ts'],
    mayNot: ['node:fs', 'zod', '@svc/client', '../../client/src/index.ts', './../../schema/src/index.ts'],
  },
  {
    folder: 'packages/schema/src',
    may: ['zod', '@svc/protocol', './operations/keys.ts'],
    mayNot: ['node:fs', '@svc/client', 'hono', 'kysely', '../../../server/src/config.ts'],
  },
  {
    folder: 'packages/schema/src/operations',
    may: ['../shapes.ts', 'zod'],
    mayNot: ['../../index.ts', 'hono'],
  },
  {
    folder: 'packages/client/src',
    may: ['@svc/protocol', 'ci-info', 'node:fs', 'node:fs/promises'],
    mayNot: ['zod', '@svc/schema', '@svc/jest', 'commander', '../../protocol/src/index.ts'],
  },
  {
    folder: 'packages/playwright/src',
    may: ['@svc/client', '@svc/protocol', '@playwright/test/reporter', 'node:path'],
    mayNot: ['@playwright/test', 'zod', 'vitest/node', '@svc/client/flush', '@svc/schema'],
  },
  {
    folder: 'packages/vitest/src',
    may: ['@svc/client', '@svc/protocol', 'vitest/node'],
    mayNot: ['vitest', 'zod', '@jest/reporters', '@svc/jest'],
  },
  {
    folder: 'packages/jest/src',
    may: ['@svc/client', '@svc/protocol'],
    mayNot: ['jest', '@jest/reporters', 'zod', 'vitest/node', 'undici'],
  },
  {
    folder: 'packages/formats/src',
    may: ['@svc/client', '@svc/protocol', 'node:zlib', './junit/junit.ts'],
    mayNot: ['zod', '@svc/schema', '@svc/client/flush', 'saxes', '../../client/src/index.ts'],
  },
  {
    folder: 'packages/formats/src/junit',
    may: ['../format.ts', '../xml/parse.ts', './dialect.ts', '@svc/protocol'],
    mayNot: ['../../../client/src/index.ts', '../json/ctrf.ts', '@svc/schema'],
  },
  {
    folder: 'packages/cli/src',
    may: [
      '@svc/client',
      '@svc/client/flush',
      '@svc/api',
      '@svc/protocol',
      'commander',
      './commands/flush.ts',
    ],
    mayNot: ['zod', '@svc/schema', '@svc/server', 'undici', '../../client/src/flush.ts'],
  },
  {
    folder: 'packages/cli/src/commands',
    may: ['../run.ts', '../doctor/diagnose.ts', '../server/connect.ts', '@svc/api', 'commander'],
    mayNot: ['../../../client/src/flush.ts', '../../test/set-up.ts', 'zod'],
  },
  {
    folder: 'packages/cli/src/doctor',
    may: ['./finding.ts', '@svc/client/doctor'],
    mayNot: ['../run.ts', '../server/connect.ts'],
  },
  {
    folder: 'packages/action/src',
    may: ['@svc/client/action', '@svc/protocol', 'node:fs', './github/call.ts'],
    mayNot: ['@svc/client', '@actions/core', 'fflate', 'zod', '../../client/src/action.ts'],
  },
  {
    folder: 'packages/action/src/fork',
    may: ['../run.ts', '../github/call.ts', '@svc/client/action', '@svc/formats/zip'],
    mayNot: ['../../../client/src/action.ts', 'fflate'],
  },
  {
    folder: 'server/src/kernel',
    may: ['@svc/protocol', '@svc/schema', '../store/open.ts', '../store/tables.ts', 'node:crypto'],
    mayNot: ['kysely', 'hono', '../store/sqlite.ts', '../identity/api-key.ts', '../app.ts', '../config.ts'],
  },
  {
    folder: 'server/src/store',
    may: ['kysely', 'kysely/migration', 'better-sqlite3', 'pg', './migrations/0001-foundation.ts'],
    mayNot: ['@svc/schema', 'hono', 'zod', '../kernel/id.ts', '../identity/api-key.ts'],
  },
  {
    folder: 'server/src/store/migrations',
    may: ['kysely', '../portable.ts'],
    mayNot: ['../../kernel/id.ts', 'hono'],
  },
  ...featureRows([
    'identity',
    'executions',
    'owners',
    'history',
    'failures',
    'renames',
    'comparison',
    'quarantine',
    'pull-requests',
    'ci',
    'knowledge',
    'bus',
  ]),
  {
    folder: 'server/src/artifacts',
    may: ['../kernel/id.ts', '../store/portable.ts', '../executions/find.ts', '@svc/protocol', 'node:fs'],
    mayNot: ['../identity/api-key.ts', '../ingest/apply.ts', 'hono', '../rest/upload.ts'],
  },
  {
    folder: 'server/src/oidc',
    may: ['jose', '../kernel/id.ts', '../identity/audit.ts', '../executions/projects.ts'],
    mayNot: ['../history/metrics.ts', 'hono', '../config.ts', '../rest/people.ts'],
  },
  {
    folder: 'server/src/deletion',
    may: ['../kernel/id.ts', '../identity/audit.ts', '../executions/find.ts', '../artifacts/release.ts'],
    mayNot: ['../comparison/compare.ts', '../ingest/apply.ts', 'hono', '../rest/upload.ts'],
  },
  {
    folder: 'server/src/notifications',
    may: [
      '../kernel/id.ts',
      '../identity/audit.ts',
      '../executions/find.ts',
      '../owners/read.ts',
      'node:https',
    ],
    mayNot: ['../comparison/compare.ts', '../ingest/apply.ts', 'hono', '../rest/upload.ts', '../config.ts'],
  },
  {
    folder: 'server/src/badge',
    may: ['../kernel/id.ts', '../identity/audit.ts', '../executions/find.ts', '../store/open.ts'],
    mayNot: ['../comparison/compare.ts', '../notifications/queue.ts', 'hono', '../config.ts'],
  },
  {
    folder: 'server/src/backup',
    may: ['../kernel/command-error.ts', '../store/open.ts', 'modern-tar', 'node:fs/promises', 'zod'],
    mayNot: ['../artifacts/open.ts', '../retention/policy.ts', 'hono', '../config.ts', 'better-sqlite3'],
  },
  {
    folder: 'server/src/retention',
    may: ['../kernel/id.ts', '../identity/audit.ts', '../executions/archive.ts', '../deletion/bury.ts'],
    mayNot: ['../comparison/compare.ts', '../ingest/apply.ts', 'hono', '../config.ts'],
  },
  {
    folder: 'server/src/wake',
    may: ['../kernel/wake.ts', 'pg', 'node:crypto', './messages.ts'],
    mayNot: [
      '../ingest/apply.ts',
      '../store/open.ts',
      'kysely',
      'hono',
      '../rest/rate-limit.ts',
      '../config.ts',
    ],
  },
  {
    folder: 'server/src/answers',
    may: [
      '../kernel/problem.ts',
      '../store/open.ts',
      '../executions/write-results.ts',
      '../ci/get-report.ts',
    ],
    mayNot: [
      '../ingest/apply.ts',
      '../identity/api-key.ts',
      'kysely',
      'hono',
      '../rest/routes.ts',
      '../app.ts',
    ],
  },
  {
    folder: 'server/src/ingest',
    may: ['../store/open.ts', '../executions/settle.ts', '../owners/read.ts', '@svc/protocol', './thread.ts'],
    mayNot: ['../identity/api-key.ts', '../comparison/compare.ts', 'hono', '../rest/upload.ts'],
  },
  {
    folder: 'server/src/rest',
    may: ['hono', 'hono/factory', '@hono/node-server', '@svc/schema', '../kernel/problem.ts'],
    mayNot: [
      '../identity/create-key.ts',
      '../executions/list.ts',
      '../store/open.ts',
      '../ingest/executor.ts',
    ],
  },
  { folder: 'server/src/rest', may: ['../identity/authenticate.ts'], mayNot: ['kysely', '../mcp/server.ts'] },
  {
    folder: 'server/src/mcp',
    may: [
      '../kernel/problem.ts',
      '@svc/schema',
      '@modelcontextprotocol/server',
      '../identity/authenticate.ts',
    ],
    mayNot: ['../comparison/compare.ts', '../store/open.ts', '../rest/routes.ts'],
  },
  {
    folder: 'server/src/commands',
    may: ['commander', '../config.ts', '../identity/create-key.ts', '../store/open.ts'],
    mayNot: ['hono', '../app.ts', '../rest/listen.ts', '@svc/client'],
  },
  // A part nobody wrote a row for is closed, not open.
  { folder: 'server/src/brand-new', may: ['./own.ts'], mayNot: ['node:fs', 'zod', '../kernel/id.ts'] },
  { folder: 'packages/brand-new/src', may: ['./own.ts'], mayNot: ['node:fs', '@svc/protocol'] },
  { folder: 'server/src/testing', may: ['hono', '../app.ts', '../rest/routes.ts', 'kysely'], mayNot: [] },
]

/** Each feature reads those left of it, and neither those right of it nor a door. */
function featureRows(line: string[]) {
  return line.map((feature, at) => {
    const reads = (names: string[]) => names.map((name) => `../${name}/read.ts`)
    return {
      folder: `server/src/${feature}`,
      may: [
        '../kernel/id.ts',
        '../store/open.ts',
        '@svc/protocol',
        '@svc/schema',
        ...reads(line.slice(0, at)),
      ],
      mayNot: [
        ...reads(line.slice(at + 1)),
        ...['../ingest/apply.ts', '../rest/env.ts', '../mcp/server.ts', '../app.ts', '../config.ts'],
        ...['hono', 'hono/factory', 'pg', 'better-sqlite3', '../kernel/../rest/env.ts', './../rest/env.ts'],
      ],
    }
  })
}

/** The same forbidden module, in every form that loads it. */
const forms: Record<string, string> = {
  type: "import type { Hono } from 'hono'\nexport type Its = Hono\n",
  sideEffect: "import 'hono'\n",
  dynamic: "export const load = () => import('hono')\n",
  named: "export { Hono } from 'hono'\n",
  all: "export * from 'hono'\n",
}

const files = new Map<string, string>()
const fileOf = (row: number, specifier: string) =>
  `${rows[row]?.folder}/probe-${row}-${specifier.replaceAll(/[^a-z0-9]/g, '_')}.ts`
let folder: string
let refused: Set<string>

beforeAll(() => {
  rows.forEach(({ may, mayNot }, row) => {
    for (const name of [...may, ...mayNot])
      files.set(fileOf(row, name), `import * as it from '${name}'\nexport const probe = it\n`)
  })
  for (const [name, text] of Object.entries(forms)) files.set(`server/src/comparison/form-${name}.ts`, text)
  files.set('server/src/comparison/free.test.ts', "import 'hono'\n")
  files.set('server/src/comparison/ring-a.ts', "import { b } from './ring-b.ts'\nexport const a = () => b\n")
  files.set('server/src/comparison/ring-b.ts', "import { a } from './ring-a.ts'\nexport const b = () => a\n")

  folder = mkdtempSync(join(tmpdir(), 'svc-boundaries-'))
  for (const name of ['biome.json', '.gitignore']) copyFileSync(join(workspace, name), join(folder, name))
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  execFileSync('git', ['init', '--quiet'], { cwd: folder })
  refused = lint(folder, ['lint/style/noRestrictedImports', 'lint/suspicious/noImportCycles'])
})

afterAll(() => rmSync(folder, { recursive: true, force: true }))

test.each(rows.map(({ folder: part }, row) => ({ part, row })))(
  '$part ($row) imports what its row allows, and nothing else',
  ({ row }) => {
    const { may = [], mayNot = [] } = rows[row] ?? {}
    const isRefused = (name: string) => refused.has(fileOf(row, name))
    expect({ refused: may.filter(isRefused), allowed: mayNot.filter((name) => !isRefused(name)) }).toEqual({
      refused: [],
      allowed: [],
    })
  },
)

test.each(Object.keys(forms))('a forbidden import is refused in its %s form too', (name) => {
  expect([...refused]).toContain(`server/src/comparison/form-${name}.ts`)
})

test('a test file may import anything', () => {
  expect([...refused]).not.toContain('server/src/comparison/free.test.ts')
})

test('two files that import each other are refused', () => {
  expect([...refused]).toContain('server/src/comparison/ring-a.ts')
})

/** The files, relative to the folder, in which one of the rules found something. */
function lint(cwd: string, rules: string[]): Set<string> {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'lint', '--max-diagnostics=none', '--reporter=json', '.'],
    { cwd, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  expect(status, stderr).toBe(1)
  const report: { diagnostics: { category: string; location: { path: string } }[] } = JSON.parse(stdout)
  return new Set(
    report.diagnostics
      .filter(({ category }) => rules.includes(category))
      .map(({ location }) => relative(cwd, join(cwd, location.path))),
  )
}
