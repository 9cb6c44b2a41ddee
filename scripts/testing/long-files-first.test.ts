import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import { LONG_FILES, LongFilesFirst } from './long-files-first.ts'

const root = join(import.meta.dirname, '../..')

test('every long file exists', () => {
  expect(LONG_FILES.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('the long files of a project start before its others, and projects stay together', async () => {
  const vitest = { config: { root }, cache: { getTestSpecificationResult: () => undefined } }
  const file = (name: string, path: string) =>
    ({
      moduleId: join(root, path),
      project: { name, vitest, config: { isolate: true, sequence: { groupOrder: 0 } } },
    }) as unknown as TestSpecification
  const files = [
    file('unit', 'scripts/verify/verify.test.ts'),
    file('server', 'server/src/identity/members.test.ts'),
    file('server', 'server/src/rest/isolation.test.ts'),
    file('server', 'server/src/mcp/isolation.test.ts'),
  ]
  const sorted = await new LongFilesFirst(vitest as unknown as Vitest).sort(files)
  expect(sorted).toEqual([files[3], files[2], files[1], files[0]])
})
