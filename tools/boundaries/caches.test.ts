import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const workspace = join(import.meta.dirname, '../..')
const source = join(workspace, 'server/src')
const page = readFileSync(join(workspace, 'docs/contributing/architecture/ground.md'), 'utf8')
const [table = ''] = /\| keeps \| file [\s\S]*?\n\n/.exec(page) ?? []
const rows = [...table.matchAll(/^\| ([^|]+) \| `([^`]+\.ts)` \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, keeps = '', file = '', bound = '', end = '']) => ({ keeps, file, named: `${bound} ${end}` }),
)

test('the table of caches names files and bounds that exist', () => {
  expect(rows.length).toBeGreaterThan(15)
  for (const { keeps, file, named } of rows) {
    expect(existsSync(join(source, file)), `${keeps}: ${file}`).toBe(true)
    for (const [, bound = '', beside = basename(file)] of named.matchAll(
      /`([A-Z_]+)`(?: in `([\w-]+\.ts)`)?/g,
    ))
      expect(readFileSync(join(source, dirname(file), beside), 'utf8'), keeps).toContain(`const ${bound} =`)
  }
})

test('every kept answer, fact of a reason and value beside an object is in the table', () => {
  const caches = globSync('**/*.ts', { cwd: source })
    .filter((path) => !path.endsWith('.test.ts') && !path.startsWith('testing/'))
    .filter((path) =>
      // A body's reader is no cache: it is the body's state.
      /new KeptAnswers\b|= keepReasons\b|^const \w+ = new WeakMap<(?!IncomingMessage)/m.test(
        readFileSync(join(source, path), 'utf8'),
      ),
    )
  expect(caches.length).toBeGreaterThan(7)
  expect(caches.filter((path) => !rows.some(({ file }) => file === path))).toEqual([])
})
