import { expect, test } from 'vitest'
import { PROMPTS } from '../../server/src/doors/mcp/prompts.ts'
import { TOOLS } from '../../server/src/doors/mcp/tools.ts'
import { openStore } from '../../server/src/ground/store/open.ts'
import { type JobParts, jobsOf } from '../../server/src/roof/jobs.ts'
import { everyOperation } from '../../server/src/testing/isolation/operations.ts'
import { processUploadsHere } from '../../server/src/uploads/ingest/process-upload.ts'
import { benchApp } from '../bench-app.ts'
import { withFolder } from '../databases.ts'
import { READ_ENTRIES } from './read-entries.ts'
import { PROMPT_ENTRIES, ROUTE_ENTRIES } from './route-entries.ts'
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

/** The addresses that the app answers, besides those of operations and what only checks or refuses requests. */
const otherRoutes = () =>
  withFolder(async (folder) => {
    const store = await openStore({ folder })
    const times = { settleAfterMs: 0, incompleteAfterMs: 0 }
    const app = benchApp({ store, clock: Date.now, ingest: processUploadsHere(store, times) })
    const known = new Set(everyOperation().map(({ method, path }) => `${method} ${path}`))
    const checks = new Set(['ALL /', 'ALL /*', 'ALL /api/*', 'ALL /healthz', 'ALL /readyz'])
    const routes = app.routes.map(({ method, path }) => `${method} ${path}`)
    await app.close()
    await store.close()
    return [...new Set(routes)].filter((route) => !known.has(route) && !checks.has(route))
  })

test('each route that is no operation has its worst request, or a reason why it cannot grow', async () => {
  expect(Object.keys(ROUTE_ENTRIES).sort()).toEqual((await otherRoutes()).sort())
})

test('each tool and each prompt names the operations that it runs', () => {
  expect(Object.keys(TOOL_ENTRIES).sort()).toEqual(TOOLS.map(({ name }) => name).sort())
  expect(Object.keys(PROMPT_ENTRIES).sort()).toEqual(PROMPTS.map(({ name }) => name).sort())
  const known = new Set([...Object.keys(WRITE_ENTRIES), ...Object.keys(READ_ENTRIES)])
  expect(
    [...Object.values(TOOL_ENTRIES), ...Object.values(PROMPT_ENTRIES)]
      .flat()
      .filter((operation) => !known.has(operation)),
  ).toEqual([])
})
