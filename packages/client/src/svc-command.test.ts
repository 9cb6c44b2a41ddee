import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { makeFolder, removeFolders } from '../test/folders.ts'
import { inOwnCommands, svcCommand } from './svc-command.ts'

afterAll(removeFolders)

const folderOf = (files: Record<string, string>): string => {
  const folder = makeFolder()
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  return folder
}

const MANAGERS: [Record<string, string>, command: string][] = [
  [{ 'package.json': '{}' }, 'npx --no svc'],
  [{ 'package.json': '{', 'package-lock.json': '{}' }, 'npx --no svc'],
  [{ 'pnpm-lock.yaml': '' }, 'pnpm exec svc'],
  [{ 'package.json': '{ "packageManager": "pnpm@12.1.0" }', 'yarn.lock': '' }, 'pnpm exec svc'],
  [{ 'yarn.lock': '# yarn lockfile v1\n' }, 'yarn svc'],
  [{ 'yarn.lock': '__metadata:\n  version: 8\n' }, 'yarn svc'],
  [{ '.pnp.cjs': '' }, 'yarn svc'],
  [{ '.pnp.cjs': '', 'package-lock.json': '{}' }, 'yarn svc'],
  [{ 'bun.lock': '' }, 'bun run svc'],
]
const INSTALLED = { 'node_modules/@svc/cli/package.json': '{ "version": "1.2.3" }' }

test.each(MANAGERS)('%j: a clone says %s', (files, command) => {
  const folder = folderOf(files)
  expect(svcCommand(folder)).toBe(command)
  expect(inOwnCommands('to send them, run: npx --no svc flush', folder)).toBe(
    `to send them, run: ${command} flush`,
  )
})

test.each(MANAGERS)(
  '%j: a project that has the command says %s, however it was started',
  (files, command) => {
    const folder = folderOf({ ...files, ...INSTALLED })
    mkdirSync(join(folder, 'src'))
    const own = join(folder, 'node_modules/@svc/vitest/lib/core.js')
    const npx = join(makeFolder(), '_npx/1/node_modules/@svc/cli/lib/core.js')
    const shell = folderOf({ pnpm: '', 'yarn.cmd': '', 'bun.exe': '', npm: '' })
    const ofScript = join(folderOf({ 'node_modules/.bin/pnpm': '' }), 'node_modules/.bin')
    for (const module of [own, npx])
      for (const place of [folder, join(folder, 'src')]) {
        expect(svcCommand(place, { module, program: undefined, path: shell })).toBe(command)
        // With `npx pnpm exec`, pnpm is on the PATH of the process, but not of the terminal.
        expect(svcCommand(place, { module, program: undefined, path: ofScript })).toBe(
          '.pnp.cjs' in files ? command : 'npx --no svc',
        )
      }
  },
)

describe('without the package in the project, no hint names the package of a stranger', () => {
  const server = 'https://svc.example.com/tests/packages/'

  test.each([
    ['the registry', 'https://registry.example.com/@svc/cli/-/cli-1.2.3.tgz', 'npx -y @svc/cli@1.2.3'],
    ['an address of a server', `${server}svc-cli-1.2.3-0123abcd4567.tgz`, `npx -y ${server}svc-cli.tgz`],
  ])('npx, with %s', (_, resolved, command) => {
    const cache = folderOf({
      '_npx/1/package-lock.json': JSON.stringify({ packages: { 'node_modules/@svc/cli': { resolved } } }),
      ...Object.fromEntries(Object.entries(INSTALLED).map(([file, text]) => [`_npx/1/${file}`, text])),
    })
    const module = join(cache, '_npx/1/node_modules/@svc/cli/lib/core.js')
    const bin = join(cache, '_npx/1/node_modules/.bin')
    const started = { module, program: join(bin, 'svc'), path: [bin, '/usr/bin'].join(delimiter) }
    expect(svcCommand(folderOf({ 'package.json': '{}' }), started)).toBe(command)
  })

  test('a global installation', () => {
    const home = folderOf({ 'lib/node_modules/@svc/cli/package.json': '{ "version": "1.2.3" }' })
    const module = join(home, 'lib/node_modules/@svc/cli/lib/core.js')
    const bin = join(home, 'bin')
    const started = { module, program: join(bin, 'svc'), path: ['/usr/bin', bin].join(delimiter) }
    const folder = folderOf({ 'package.json': '{}' })
    expect(svcCommand(folder, started)).toBe('svc')
    // Started by its path, which another shell can do again.
    expect(svcCommand(folder, { ...started, path: '/usr/bin' })).toBe('npx -y @svc/cli@1.2.3')
  })

  test.each([
    ['the registry', '^1.2.0', 'npx -y @svc/cli@1.2.3'],
    ['an address of a server', `${server}svc-vitest-1.2.3-0123abcd4567.tgz#0`, `npx -y ${server}svc-cli.tgz`],
  ])('a reporter, from %s', (_, range, command) => {
    const folder = folderOf({
      'package.json': JSON.stringify({ devDependencies: { '@svc/vitest': range } }),
      'packages/web/package.json': '{}',
      'node_modules/@svc/vitest/package.json': '{ "version": "1.2.3" }',
    })
    const module = join(folder, 'node_modules/@svc/vitest/lib/core.js')
    expect(svcCommand(join(folder, 'packages/web'), { module, program: 'vitest', path: '' })).toBe(command)
  })
})
