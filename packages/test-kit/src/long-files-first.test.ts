import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TestSpecification, Vitest } from 'vitest/node'
import { LONG_FILES, LongFilesFirst } from './long-files-first.ts'
import { TAGS_FILTER } from './thorough.ts'

const root = join(import.meta.dirname, '../../..')

test('every long file exists', () => {
  expect(LONG_FILES.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

const vitest = { config: { root }, cache: { getTestSpecificationResult: () => undefined } }
const sort = (files: TestSpecification[]) => new LongFilesFirst(vitest as unknown as Vitest).sort(files)
const file = (name: string, path: string, tagsFilter?: string[]) =>
  ({
    moduleId: join(root, path),
    project: { name, vitest, config: { isolate: true, sequence: { groupOrder: 0 }, tagsFilter } },
  }) as unknown as TestSpecification

test('the long files of a project start before its others, and projects stay together', async () => {
  const files = [
    file('unit', 'scripts/verify/verify.test.ts'),
    file('server', 'server/src/people/identity/members.test.ts'),
    file('server', 'server/src/doors/rest/isolation.test.ts'),
    file('server', 'server/src/doors/mcp/isolation.test.ts'),
  ]
  expect(await sort(files)).toEqual([files[3], files[2], files[1], files[0]])
})

test('a file that is thorough as a whole starts only where thorough tests run', async () => {
  const files = (tagsFilter?: string[]) =>
    ['server/test/kill.test.ts', 'server/test/retention.test.ts'].map((path) =>
      file('integration', path, tagsFilter),
    )
  const started = async (tagsFilter?: string[]) => (await sort(files(tagsFilter))).length
  expect(await started([TAGS_FILTER.quick])).toBe(1)
  expect(await started([TAGS_FILTER.thorough])).toBe(2)
  expect(await started()).toBe(2)
})
