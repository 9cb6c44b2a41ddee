import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'

const SOURCE = join(import.meta.dirname, '../..')

/** Files that name the table and need no condition, each with its reason. */
const WITHOUT = {
  'agents/bus/events/judge-runs.ts': 'its executions have settled',
  'history/failures/record-failures.ts': 'writes it',
  'history/tests/last-errors.ts': 'its executions have settled, by `readNewestBad`',
  'upkeep/deletion/owned-rows.ts': 'deletes it',
}

test('every reader of the failures of executions omits those that have not settled', () => {
  const readers = globSync('**/*.ts', { cwd: SOURCE })
    .map((path) => relative(SOURCE, join(SOURCE, path)))
    .filter((path) => !path.endsWith('.test.ts') && !/^(ground|testing)\//.test(path))
    .filter((path) => readFileSync(join(SOURCE, path), 'utf8').includes('failure_run'))
  expect(readers.length).toBeGreaterThan(10)
  const bare = readers.filter((path) => !readFileSync(join(SOURCE, path), 'utf8').includes('hasSettled'))
  expect(bare.filter((path) => !(path in WITHOUT))).toEqual([])
})
