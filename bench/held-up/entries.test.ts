import { expect, test } from 'vitest'
import { TOOLS } from '../../server/src/doors/mcp/tools.ts'
import { type JobParts, jobsOf } from '../../server/src/roof/jobs.ts'
import { everyOperation } from '../../server/src/testing/isolation/operations.ts'
import { READ_ENTRIES } from './read-entries.ts'
import { TOOL_ENTRIES } from './tool-entries.ts'
import { JOB_ENTRIES, WRITE_ENTRIES } from './write-entries.ts'

const idsOf = (isWanted: (method: string) => boolean) =>
  everyOperation()
    .filter(({ method }) => isWanted(method))
    .map(({ id }) => id)
    .sort()

/** The names of all jobs; none of them runs. */
const jobNames = () => {
  const parts = { embedding: {}, config: {}, store: {} } as unknown as JobParts
  return jobsOf(parts).map(({ name }) => name)
}

test('each write has its worst request, or a reason why it cannot grow', () => {
  expect(Object.keys(WRITE_ENTRIES).sort()).toEqual(idsOf((method) => method !== 'GET'))
})

test('each read has its worst request, or a reason why it cannot grow', () => {
  expect(Object.keys(READ_ENTRIES).sort()).toEqual(idsOf((method) => method === 'GET'))
})

test('each job is measured, or has a reason why it cannot grow', () => {
  expect(Object.keys(JOB_ENTRIES).sort()).toEqual(jobNames().sort())
})

test('each tool names the operations that it runs', () => {
  expect(Object.keys(TOOL_ENTRIES).sort()).toEqual(TOOLS.map(({ name }) => name).sort())
  const known = new Set([...Object.keys(WRITE_ENTRIES), ...Object.keys(READ_ENTRIES)])
  expect(
    Object.values(TOOL_ENTRIES)
      .flat()
      .filter((operation) => !known.has(operation)),
  ).toEqual([])
})
