import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openArtifactFolder } from './folder.ts'

function makeFolder() {
  const path = mkdtempSync(join(tmpdir(), 'svc-artifact-folder-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return { path, mark: join(path, '.svc-folder') }
}

test('servers that begin at once with a folder give it one mark', async () => {
  const { path, mark } = makeFolder()
  const servers = Array.from({ length: 20 }, () => openArtifactFolder(path))
  await Promise.all(servers.map((server) => server.requireWritable()))
  expect(readFileSync(mark, 'utf8')).toMatch(/^[0-9a-f-]{36}$/)
  expect(readdirSync(path)).toEqual(['.svc-folder'])
  // Each knows it: a replaced folder would be refused.
  await Promise.all(servers.map((server) => server.requireSame()))
})

test('an empty mark, as a full disk or a power cut leaves it, is replaced', async () => {
  const { path, mark } = makeFolder()
  writeFileSync(mark, '')
  const server = openArtifactFolder(path)
  await server.requireSame()
  const first = readFileSync(mark, 'utf8')
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  await openArtifactFolder(path).requireWritable()
  expect(readFileSync(mark, 'utf8')).toBe(first)
  rmSync(path, { recursive: true })
  mkdirSync(path)
  await expect(server.requireWritable()).rejects.toMatchObject({ part: 'artifacts', kind: 'missing' })
})
