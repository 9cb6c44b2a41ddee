import { execFileSync, spawnSync } from 'node:child_process'
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BOUNDARIES, type Boundary } from './allowed-imports.ts'
import { overridesOf, tableOf } from './rules.ts'

const workspace = fileURLToPath(new URL('../..', import.meta.url))
const biome = join(workspace, 'node_modules/@biomejs/biome/bin/biome')

const sources = readdirSync(join(workspace, 'server/src'), { withFileTypes: true })
const rooms = sources
  .filter((entry) => entry.isDirectory() && entry.name !== 'testing')
  .map(({ name }) => name)
  // A folder that a move has left empty is none.
  .filter((name) => readdirSync(join(workspace, 'server/src', name)).length > 0)
const PACKAGES = [
  'hono',
  'kysely',
  'pg',
  'better-sqlite3',
  'zod',
  'undici',
  'commander',
  '@svc/client',
  '@svc/schema',
  'node:fs',
]

/** What files of a folder may import and what they may not. */
interface Tried {
  folder: string
  may: string[]
  mayNot: string[]
}

const tried: Tried[] = [
  ...BOUNDARIES.filter(({ part }) => !part.endsWith('.ts')).map(triedOf),
  // Folders within a part see its own files and one another, and of other rooms the face.
  {
    folder: 'server/src/comparison/verdict',
    may: [
      '../compare.ts',
      '../evidence/outcomes.ts',
      '../../tests/wilson.ts',
      '../../kernel/time.ts',
      'kysely',
    ],
    mayNot: [
      '../../results/archive/read.ts',
      '../../ingest/apply.ts',
      '../../app.ts',
      'hono',
      '../../rest/env.ts',
    ],
  },
  {
    folder: 'packages/formats/src/junit',
    may: ['../format.ts', '../xml/parse.ts', './dialect.ts', '@svc/protocol'],
    mayNot: ['../../../client/src/index.ts', '../json/ctrf.ts', '@svc/schema'],
  },
  {
    folder: 'packages/cli/src/commands',
    may: ['../run.ts', '../doctor/diagnose.ts', '../server/connect.ts', '@svc/api', 'commander'],
    mayNot: ['../../../client/src/flush.ts', '../../test/set-up.ts', 'zod'],
  },
  {
    folder: 'packages/cli/src/project',
    may: ['./setup.ts', '@svc/client/cli'],
    mayNot: ['../run.ts', '../server/connect.ts'],
  },
  {
    folder: 'server/src/rest/people',
    may: ['../env.ts', '../bodies/intake.ts', 'hono/cookie'],
    mayNot: ['../../ingest/upload-processor.ts'],
  },
  // A part nobody wrote a row for is closed, not open.
  { folder: 'server/src/brand-new', may: ['./own.ts'], mayNot: ['node:fs', 'zod', '../kernel/id.ts'] },
  { folder: 'packages/brand-new/src', may: ['./own.ts'], mayNot: ['node:fs', '@svc/protocol'] },
  { folder: 'server/src/testing', may: ['hono', '../app.ts', '../rest/routes.ts', 'kysely'], mayNot: [] },
]

/** All that a row allows, and of what it does not: every other room, private folders, ways around, and packages. */
function triedOf({ part, packages, rooms: reads, files }: Boundary): Tried {
  const inServer = part.startsWith('server/src/')
  const up = '../'.repeat(part.split('/').length - 2)
  const own = part.split('/')[2]
  const names = packages.map((name) => (name === 'node' ? 'node:fs' : name.replace('*', 'deep')))
  return {
    folder: part,
    may: [
      './other.ts',
      ...names,
      ...reads.map((room) => `${up}${room}/any.ts`),
      ...files.map((file) => up + file),
    ],
    mayNot: [
      ...PACKAGES.filter((name) => !names.includes(name)),
      ...(inServer
        ? rooms.filter((room) => room !== own && !reads.includes(room)).map((room) => `${up}${room}/any.ts`)
        : []),
      ...reads.map((room) => `${up}${room}/within/any.ts`),
      ...(inServer
        ? [`${up}app.ts`, `${up}kernel/../rest/env.ts`, './../rest/env.ts']
        : [`${up}client/src/index.ts`]),
    ],
  }
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
  `${tried[row]?.folder}/probe-${row}-${specifier.replaceAll(/[^a-z0-9]/g, '_')}.ts`
let folder: string
let refused: Set<string>

beforeAll(() => {
  tried.forEach(({ may, mayNot }, row) => {
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

test.each(tried.map(({ folder: part }, row) => ({ part, row })))(
  '$part ($row) imports what its row allows, and nothing else',
  ({ row }) => {
    const { may = [], mayNot = [] } = tried[row] ?? {}
    const isRefused = (name: string) => refused.has(fileOf(row, name))
    expect({ refused: may.filter(isRefused), allowed: mayNot.filter((name) => !isRefused(name)) }).toEqual({
      refused: [],
      allowed: [],
    })
  },
)

test('biome.json and docs/contributing/architecture.md have the rows of the table (npx -y pnpm@12 generate writes them)', () => {
  const { overrides } = JSON.parse(readFileSync(join(workspace, 'biome.json'), 'utf8')) as {
    overrides: unknown[]
  }
  expect(overrides.slice(-overridesOf(workspace).length)).toEqual(overridesOf(workspace))
  expect(readFileSync(join(workspace, 'docs/contributing/architecture.md'), 'utf8')).toContain(tableOf())
})

test.each(rooms)('%s has a row', (room) => {
  expect(BOUNDARIES.map(({ part }) => part)).toContain(`server/src/${room}`)
})

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
