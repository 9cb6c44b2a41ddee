import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PARTS } from './allowed-imports.ts'
import { findCircles } from './find-circles.ts'
import { findViolations, importsOf, isFree } from './find-violations.ts'

const workspace = join(import.meta.dirname, '../..')
const imports = globSync('{packages/*,server}/src/**/*.{ts,tsx}', { cwd: workspace })
  .filter((path) => !isFree(path))
  .flatMap((path) => importsOf({ path, text: readFileSync(join(workspace, path), 'utf8') }))
const wings = PARTS.filter(({ folder }) => folder.startsWith('server/src/'))
const nameOf = (folder: string) => folder.replace('server/src/', '')

test('every import of the tree is one that a row allows', () => {
  expect(imports.length).toBeGreaterThan(5_000)
  expect(findViolations(imports)).toEqual([])
})

test('a wing reads only wings above it, so no two depend on each other', () => {
  wings.forEach(({ reads }, row) => {
    const above = wings.slice(0, row).map(({ folder }) => nameOf(folder))
    expect(above).toEqual(expect.arrayContaining(reads.map((read) => nameOf(read).split('/')[0])))
  })
})

test('every edge of the table is an edge of the tree', () => {
  const unused = wings.flatMap(({ folder, reads }) =>
    reads.filter(
      (read) =>
        !imports.some(
          ({ from, to }) =>
            from.startsWith(`${folder}/`) && `${to}/`.startsWith(`${read.replace('/**', '')}/`),
        ),
    ),
  )
  expect(unused).toEqual([])
})

test('every wing has a row and a page, and nothing else is in server/src', () => {
  const folders = globSync('server/src/*/', { cwd: workspace }).map(nameOf)
  const pages = globSync('docs/contributing/architecture/*.md', { cwd: workspace })
  const names = wings.map(({ folder }) => nameOf(folder))
  expect(folders.sort()).toEqual([...names, 'testing'].sort())
  expect(pages.sort()).toEqual(names.map((name) => `docs/contributing/architecture/${name}.md`).sort())
})

test('no files import each other in a circle: what parts share lives below them', () => {
  expect(findCircles(imports)).toEqual([])
})

test('a circle is found through other files, and a diamond is none', () => {
  const of = (...edges: string[]) =>
    findCircles(edges.map((edge) => ({ from: edge.slice(0, 1), to: edge.slice(1) })))
  expect(of('ab', 'bc', 'ca', 'cd')).toEqual([['a', 'b', 'c']])
  expect(of('ab', 'ba', 'bc', 'cd', 'dc')).toEqual([
    ['a', 'b'],
    ['c', 'd'],
  ])
  expect(of('ab', 'ac', 'bd', 'cd')).toEqual([])
})

test('the test kit is imported by its name', () => {
  const files = globSync('{packages,server,bench,scripts,tools}/**/*.{ts,tsx,mjs}', {
    cwd: workspace,
    exclude: ['**/node_modules', '**/dist', '**/lib'],
  })
  expect(files.length).toBeGreaterThan(2_000)
  const reaching = files.filter((path) =>
    /from '\.[^']*\/test-kit\//.test(readFileSync(join(workspace, path), 'utf8')),
  )
  expect(reaching).toEqual([])
})

const imported = (path: string, text: string) => findViolations(importsOf({ path, text }))
const of = (specifier: string) => `import { a } from '${specifier}'\n`

test.each([
  ['server/src/answers/comparison/verdict/judge.ts', '../compare.ts'],
  ['server/src/answers/comparison/verdict/judge.ts', '../evidence/outcomes.ts'],
  ['server/src/answers/comparison/verdict/judge.ts', '../../pull-requests/links.ts'],
  ['server/src/answers/comparison/verdict/judge.ts', '../../../history/tests/wilson.ts'],
  ['server/src/answers/comparison/verdict/judge.ts', '../../../agents/knowledge/find-document.ts'],
  ['server/src/answers/comparison/verdict/judge.ts', 'kysely'],
  ['server/src/doors/mcp/serve.ts', '../../people/identity/authenticate.ts'],
  ['server/src/doors/rest/routes.ts', 'hono/cookie'],
  ['server/src/doors/rest/openapi/openapi.ts', '@svc/schema/operations'],
  ['server/src/roof/app.ts', '../doors/rest/routes.ts'],
  ['server/src/main.ts', './roof/start.ts'],
  ['server/src/answers/comparison/compare.test.ts', 'hono'],
  ['server/src/testing/make-app.ts', '../doors/rest/people/session-cookie.ts'],
  ['packages/cli/src/commands/run.ts', '../project/packages.ts'],
  ['packages/formats/src/junit/failures/read.ts', '../../xml/parse.ts'],
  ['packages/formats/src/junit/failures/read.ts', '../../format.ts'],
])('%s may import %s', (path, specifier) => {
  expect(imported(path, of(specifier))).toEqual([])
})

test.each([
  ['server/src/answers/comparison/compare.ts', 'hono'],
  ['server/src/answers/comparison/compare.ts', '@svc/client'],
  ['server/src/answers/comparison/compare.ts', '../../uploads/ingest/apply.ts'],
  ['server/src/answers/comparison/compare.ts', '../../agents/bus/sender.ts'],
  ['server/src/answers/comparison/compare.ts', '../../results/results/archive/read.ts'],
  ['server/src/answers/comparison/compare.ts', '../pull-requests/parts/links.ts'],
  ['server/src/answers/comparison/compare.ts', '../../doors/rest/env.ts'],
  ['server/src/answers/comparison/compare.ts', '../../roof/app.ts'],
  ['server/src/answers/comparison/compare.ts', '../../testing/make-app.ts'],
  ['server/src/answers/comparison/compare.ts', '../../../../tools/formatted.ts'],
  ['server/src/answers/comparison/compare.ts', '../../../../packages/client/src/index.ts'],
  ['server/src/results/executions/find.ts', '../../history/history/rollup.ts'],
  ['server/src/ground/kernel/id.ts', 'pg'],
  ['server/src/doors/rest/routes.ts', '../../ground/store/open.ts'],
  ['server/src/doors/rest/routes.ts', '../../people/identity/members.ts'],
  ['server/src/doors/rest/routes.ts', '@svc/schema/operations'],
  ['server/src/roof/app.ts', '@svc/schema/operations'],
  ['server/src/brand-new/room/a.ts', 'node:fs'],
  ['packages/brand-new/src/a.ts', 'node:fs'],
  ['packages/cli/src/project/setup.ts', '../run.ts'],
  ['packages/formats/src/junit/failures/read.ts', '../../json/ctrf.ts'],
  ['packages/cli/src/run.ts', '../../client/src/flush.ts'],
  ['packages/protocol/src/a.ts', 'node:fs'],
  ['packages/client/src/flush.ts', '@svc/test-kit/server'],
  ['packages/test-kit/src/server.ts', '@svc/client'],
])('%s may not import %s', (path, specifier) => {
  expect(imported(path, of(specifier))).toHaveLength(1)
})

test.each([
  "import type { Hono } from 'hono'\n",
  "import {\n  Hono,\n  type Context,\n} from 'hono'\n",
  "import 'hono'\n",
  "export const load = () => import('hono')\n",
  "type Hono = import('hono').Hono\n",
  "export { Hono } from 'hono'\n",
  "export * from 'hono'\n",
  "new Worker(new URL('../../doors/rest/thread.ts', import.meta.url))\n",
])('a forbidden import is refused as %j', (text) => {
  expect(imported('server/src/answers/comparison/compare.ts', text)).toHaveLength(1)
})
