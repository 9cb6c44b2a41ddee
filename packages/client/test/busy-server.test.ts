// @module-tag thorough

import { useServer } from '@svc/test-kit/use-server'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { flush } from '../src/flush.ts'
import { makeFolder, removeFolders } from './folders.ts'
import { hear } from './hear.ts'
import { failed, journalFiles, named, passed, startIn } from './recording.ts'

/** One body at a time of one credential and of all, and nobody waits for a turn. */
const TINY = {
  SVC_RATE_READ: '0',
  SVC_RATE_WRITE: '0',
  SVC_RATE_INGEST_BYTES: '0',
  SVC_UPLOADS_AT_ONCE: '1',
  SVC_UPLOAD_MEMORY: '1',
  SVC_UPLOAD_WAIT: '0',
}

const server = useServer({ env: TINY })
let said: string[] = []
afterAll(() => {
  removeFolders()
})
beforeEach(() => {
  said = []
  hear(said)
})
afterEach(() => void vi.restoreAllMocks())

test('runs that end together at a server with room for one lose no result and no attachment', async () => {
  const runs = Array.from({ length: 6 }, async (_, i) => {
    const root = makeFolder()
    const build = `build-${i}`
    const options = { url: server.url, apiKey: server.apiKey, project: 'busy', build }
    const recorder = startIn(root, options)
    for (let k = 0; k < 500; k++) recorder.attempt(named(`t${k}`), passed())
    recorder.attempt(named('attached'), {
      ...failed('wrong'),
      attachments: [{ name: 'log', contentType: 'text/plain', body: Buffer.from(`of ${build}`) }],
    })
    await recorder.finish({ status: 'failed' })
    return root
  })
  const roots = await Promise.all(runs)
  // What was postponed is kept, and sent when there is room.
  for (const root of roots) {
    await flush({ folder: root, url: server.url, apiKey: server.apiKey })
    expect(journalFiles(root)).toEqual([])
  }
  expect(said.join('')).not.toMatch(/rejected|lost/)
  const list = await server.get<{ id: string; counts: { total: number } }[]>('/api/executions?limit=50')
  expect(list.map(({ counts }) => counts.total)).toEqual(Array.from({ length: 6 }, () => 501))
  for (const { id } of list) {
    const artifacts = await server.get<{ state: string }[]>(`/api/executions/${id}/artifacts`)
    expect(artifacts).toMatchObject([{ state: 'stored' }])
  }
})
