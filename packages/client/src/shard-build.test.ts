import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { commit, makeRepository, removeFolders } from '../test/folders.ts'
import { configFor, startFor } from '../test/recording.ts'
import { firstOpen } from './open.ts'
import type { ReporterOptions } from './options.ts'
import { makeRelative } from './paths.ts'
import { findRoot } from './root.ts'
import { joinShards } from './shard-build.ts'

afterAll(removeFolders)

const openOf = (root: string, index: number, total = 3, options: ReporterOptions = {}) =>
  firstOpen(
    'journal',
    startFor(root, { shard: { index, total } }),
    configFor(options),
    findRoot(root),
    makeRelative(root),
  )

const joiner =
  (root: string) =>
  (index: number, total?: number, options?: ReporterOptions): string | undefined =>
    joinShards(root, openOf(root, index, total, options))

test('shards of one commit on one machine belong to one build, in any order', () => {
  const root = makeRepository()
  const join = joiner(root)
  const build = join(2)
  expect(build).toMatch(/^[\da-f-]{36}$/)
  expect([join(1), join(3)]).toEqual([build, build])
})

test('a shard that runs again begins another run, which the next shards join', () => {
  const join = joiner(makeRepository())
  const first = join(1)
  expect(join(2)).toBe(first)
  const second = join(1)
  expect(second).not.toBe(first)
  expect([join(2), join(3)]).toEqual([second, second])
})

test('another commit, number of shards, suite or leg is another run', () => {
  const root = makeRepository()
  const join = joiner(root)
  const builds = [join(1), join(2, 4), join(2, 3, { suite: 'e2e' }), join(2, 3, { leg: 'other' })]
  commit(root, 'b.txt')
  expect(new Set([...builds, join(2)]).size).toBe(5)
})

test('a shard an hour after the last one begins another run, and the files of the old one go', () => {
  const root = makeRepository()
  const shards = joiner(root)
  const first = shards(1)
  const folder = join(root, '.svc/shards')
  for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1, 1)
  const second = shards(2)
  expect(second).not.toBe(first)
  expect(readdirSync(folder)).toHaveLength(2)
})

test('without a place to write, each shard has its own execution', () => {
  const root = makeRepository()
  writeFileSync(join(root, '.svc'), 'a file')
  expect(joiner(root)(1)).toBeUndefined()
})

test('eight shards that start at the same time agree on one build', async () => {
  const root = makeRepository()
  const script = `import { joinShards } from ${JSON.stringify(join(import.meta.dirname, 'shard-build.ts'))}
    const [root, open] = process.argv.slice(1)
    process.stdout.write(joinShards(root, JSON.parse(open)))`
  const builds = await Promise.all(
    [1, 2, 3, 4, 5, 6, 7, 8].map(async (index) => {
      const child = spawn(
        process.execPath,
        ['--input-type=module', '-e', script, root, JSON.stringify(openOf(root, index, 8))],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      )
      const [said] = await Promise.all([text(child.stdout), once(child, 'exit')])
      return said
    }),
  )
  expect(builds[0]).toMatch(/^[\da-f-]{36}$/)
  expect(new Set(builds).size).toBe(1)
})
