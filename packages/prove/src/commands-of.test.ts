import { expect, test } from 'vitest'
import { commandsOf } from './commands-of.ts'
import { readTemplate } from './runners/template.ts'

const BASE = { sha: 'a'.repeat(40), install: 'A=s3cr3t npm ci' }

test('the values of variables stay here: a command may set a secret', () => {
  const template = readTemplate(['cross-env', 'DB_TOKEN=s3cr3t', 'npx', 'vitest', 'run'], '/nowhere')
  expect(template?.env).toEqual({ DB_TOKEN: 's3cr3t' })
  const words = template?.words({ file: 'a.test.js', variant: '' }) ?? []
  const { here, base } = commandsOf({ words, names: Object.keys(template?.env ?? {}), inside: '' }, BASE)
  expect(here).toMatch(/^DB_TOKEN=… npx vitest run a\.test\.js/)
  expect(base).toContain('&& DB_TOKEN=… npx vitest run')
  expect(here + base).not.toContain('s3cr3t')
})

test('a variable that a program sets within the command is one, too', () => {
  const words = [
    'npx',
    'cross-env',
    'DB_TOKEN=s3cr3t',
    'env',
    'OTHER=1',
    '--env=A=b',
    'vitest',
    'run',
    '--mode=ci',
  ]
  const { here, base } = commandsOf({ words, names: [], inside: 'app' }, BASE)
  expect(here).toBe(
    'cd "$(git rev-parse --show-toplevel)"/app && npx cross-env DB_TOKEN=… env OTHER=… --env=A=… vitest run --mode=ci',
  )
  expect(base).toMatch(
    /^cd \S+ \S+ \S+ && git worktree add --detach \S+ a{12} && cd \.\.\/base-aaaaaaa && A=… npm ci && cd app && npx /,
  )
})
