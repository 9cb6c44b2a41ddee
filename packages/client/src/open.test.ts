import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Open } from '@svc/protocol'
import { expect, onTestFinished, test } from 'vitest'
import { resolveConfig } from './config.ts'
import { completeOpen, firstOpen } from './open.ts'

const OPEN: Open = {
  journal: '01920000-0000-7000-8000-000000000000',
  suite: 'default',
  build: 'b',
  runAttempt: 1,
  part: { job: '', package: '', config: '', leg: 'x' },
  trust: 'ci',
  code: {},
  runner: { name: 'vitest' },
  client: { name: '@svc/vitest', version: '0.0.0' },
  root: 'runner',
  startedAt: 1,
}

test('a run tells who owns which files, unless it is one of a fork', async () => {
  const path = mkdtempSync(join(tmpdir(), 'svc-open-'))
  onTestFinished(() => rmSync(path, { recursive: true }))
  writeFileSync(join(path, 'CODEOWNERS'), '* @acme')
  const config = resolveConfig({}, {}, { isCI: false, id: null, name: null })
  const complete = (open: Open) => completeOpen(open, { path, kind: 'runner' }, config)
  expect((await complete(OPEN)).codeowners).toEqual({ path: 'CODEOWNERS', text: '* @acme' })
  expect((await complete({ ...OPEN, trust: 'local' })).codeowners).toBeDefined()
  expect(await complete({ ...OPEN, trust: 'fork' })).not.toHaveProperty('codeowners')
})

test('only a run without git names its machine', () => {
  const config = resolveConfig({}, { SVC_MACHINE: 'desk' }, { isCI: false, id: null, name: null })
  const start = { options: {}, client: OPEN.client, runner: OPEN.runner, runnerRoot: tmpdir() }
  const openOf = (kind: Open['root']) => firstOpen('j', start, config, { path: tmpdir(), kind }, () => '')
  expect(openOf('runner').machine).toBe('desk')
  expect(openOf('SVC_ROOT').machine).toBe('desk')
  expect(openOf('git')).not.toHaveProperty('machine')
})
