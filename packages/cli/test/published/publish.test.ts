// @module-tag thorough
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { PUBLISHED, packageName } from '../../../protocol/src/index.ts'
import { packRelease } from './pack-release.ts'
import { workspace } from './tarballs.ts'

let release: ReturnType<typeof packRelease>

beforeAll(() => {
  release = packRelease()
})
afterAll(() => release?.remove())

test('npm accepts every archive as a release publishes it, in a dry run that sends nothing', async () => {
  const sent: string[] = []
  const registry = createServer((request, response) => {
    if (request.method !== 'GET') sent.push(`${request.method} ${request.url}`)
    response.writeHead(404, { 'content-type': 'application/json' }).end('{}')
  }).listen(0, '127.0.0.1')
  onTestFinished(() => void registry.close())
  await new Promise((resolve) => registry.once('listening', resolve))
  const { port } = registry.address() as AddressInfo
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(workspace, 'tools/release/main.ts'), 'publish', release.folder, '--dry-run'],
    {
      encoding: 'utf8',
      env: { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_offline: 'true' },
    },
  )
  expect(stderr).not.toMatch(/npm error|auto-corrected|repository.*normalized/)
  expect(status).toBe(0)
  for (const name of [...PUBLISHED, 'server'] as const) expect(stderr).toContain(`📦  ${packageName(name)}@`)
  expect(sent).toEqual([])
})
