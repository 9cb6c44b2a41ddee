// @module-tag thorough
import { spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { PUBLISHED, packageName } from '../../../protocol/src/index.ts'
import { workspace } from './tarballs.ts'

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
    [join(workspace, 'tools/release/main.ts'), 'publish', inject('archives'), '--dry-run'],
    {
      encoding: 'utf8',
      env: { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_offline: 'true' },
    },
  )
  expect(stderr).not.toMatch(/npm error|auto-corrected|repository.*normalized/)
  expect(status).toBe(0)
  for (const name of PUBLISHED) expect(stderr).toContain(`📦  ${packageName(name)}@`)
  expect(sent).toEqual([])
})
