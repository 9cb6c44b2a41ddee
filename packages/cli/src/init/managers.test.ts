import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeSetup } from '../../test/set-up.ts'
import { allowHttpCommand, installCommand } from './managers.ts'

const ADDRESS = 'http://127.0.0.1:4700/packages/svc-vitest-0.1.0-0123abcd.tgz'
const commandIn = (folder: string, env: NodeJS.ProcessEnv) =>
  installCommand({ folder, label: '', manifest: {} }, [{ name: 'vitest', url: ADDRESS }], env).join(' ')

const PROGRAMS = { 'bin/npm': '', 'bin/pnpm': '', 'bin/yarn': '', 'bin/bun': '' }

test.each<[Record<string, string | object>, command: string]>([
  [{}, 'npm install --save-dev'],
  [{ 'package-lock.json': '{}' }, 'npm install --save-dev'],
  [{ 'pnpm-lock.yaml': '' }, 'pnpm add --save-dev'],
  [{ 'pnpm-workspace.yaml': 'packages: [a]' }, 'pnpm add --save-dev --workspace-root'],
  [{ 'yarn.lock': '# yarn lockfile v1\n' }, 'yarn add --dev'],
  [{ 'yarn.lock': '__metadata:\n  version: 8\n' }, 'yarn add --dev @svc/vitest@'],
  [{ 'yarn.lock': '', '.yarnrc.yml': '' }, 'yarn add --dev @svc/vitest@'],
  [{ 'bun.lock': '' }, 'bun add --dev'],
  [{ 'package.json': { packageManager: 'yarn@4.5.0' }, 'pnpm-lock.yaml': '' }, 'yarn add --dev @svc/vitest@'],
  [{ 'package.json': { packageManager: 'pnpm@9.1.0' }, 'yarn.lock': '' }, 'pnpm add --save-dev'],
])('%j: %s', (files, command) => {
  const folder = makeSetup({ 'package.json': {}, ...files, ...PROGRAMS })
  expect(commandIn(folder, { PATH: join(folder, 'bin') })).toBe(
    `${command}${command.endsWith('@') ? '' : ' '}${ADDRESS}`,
  )
})

test.each<[Record<string, string | object>, command: string]>([
  [{ 'pnpm-lock.yaml': '' }, 'npx -y pnpm add --save-dev'],
  [{ 'package.json': { packageManager: 'pnpm@9.1.0+sha512.abc' } }, 'npx -y pnpm@9.1.0 add --save-dev'],
  [{ 'bun.lock': '' }, 'npx -y bun add --dev'],
  [{ 'yarn.lock': '# yarn lockfile v1\n' }, 'npx -y yarn add --dev'],
  // npx has no Yarn after 1.
  [{ 'package.json': { packageManager: 'yarn@4.5.0' } }, 'yarn add --dev'],
])('%j, of which only npx has the program: %s', (files, command) => {
  expect(commandIn(makeSetup({ 'package.json': {}, ...files }), { PATH: '/nowhere' })).toMatch(
    new RegExp(`^${command} .*${ADDRESS}$`),
  )
})

test.each<[Record<string, string>, url: string, words: string | undefined]>([
  [{ '.yarnrc.yml': '' }, ADDRESS, 'yarn config set unsafeHttpWhitelist.0 127.0.0.1'],
  [{ '.yarnrc.yml': 'unsafeHttpWhitelist: ["other"]\n' }, ADDRESS, undefined],
  [{ '.yarnrc.yml': '' }, ADDRESS.replace('http:', 'https:'), undefined],
  [{}, ADDRESS, undefined],
])('Yarn 4 is told to accept an http address: %j, %s', (files, url, words) => {
  const folder = makeSetup({ 'package.json': {}, 'yarn.lock': '', ...files })
  const command = allowHttpCommand({ folder, label: '', manifest: {} }, [{ name: 'vitest', url }])
  expect(command?.join(' ')).toBe(words)
})

test.each<[Record<string, string>, command: string]>([
  [{}, 'npm install --save-dev @svc/vitest@0.1.0'],
  [{ 'yarn.lock': '__metadata:\n  version: 8\n' }, 'yarn add --dev @svc/vitest@0.1.0'],
])('%j: a release comes from the registry, and needs no leave for http: %s', (files, words) => {
  const pkg = { folder: makeSetup({ 'package.json': {}, ...files }), label: '', manifest: {} }
  const address = { name: 'vitest', url: ADDRESS, release: '0.1.0' } as const
  expect(installCommand(pkg, [address], {}).join(' ')).toBe(words)
  expect(allowHttpCommand(pkg, [address])).toBeUndefined()
})
