import { hash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findPackages } from '../src/init/find-packages.ts'
import { newerArchive } from '../src/init/newer-archive.ts'
import { init, read } from './init-project.ts'
import { makeSetup, serve } from './set-up.ts'

describe('the packages of the server', () => {
  const archives = () =>
    serve((request, response) => {
      const [, name] = /^\/packages\/svc-(\w+)\.tgz$/.exec(request.url ?? '') ?? []
      response.writeHead(name ? 302 : 404, name ? { location: `svc-${name}-1.2.3-0123abcd.tgz` } : {}).end()
    })

  test('one command adds them, with addresses that name the version', async () => {
    const url = await archives()
    const folder = makeSetup({ 'package.json': { devDependencies: { vitest: '*' } } }, ['vitest'])
    const { out, code } = await init(folder, ['--dry-run', '--json', '--url', url])
    expect(code).toBe(0)
    const own = ['vitest', 'cli'].map((name) => `${url}/packages/svc-${name}-1.2.3-0123abcd.tgz`)
    expect(JSON.parse(out).installs).toEqual([
      { folder: '.', command: `npm install --save-dev ${own.join(' ')}`, isDone: false },
    ])
  })

  test('they come from the registry if it has the bytes of the server, else from the server with a note', async () => {
    const bytes = 'an archive'
    const url = await serve((request, response) => {
      if (request.url?.endsWith('-0123abcd.tgz')) return response.end(bytes)
      const [, name] = /^\/packages\/svc-(\w+)\.tgz$/.exec(request.url ?? '') ?? []
      return response.writeHead(302, { location: `svc-${name}-1.2.3-0123abcd.tgz` }).end()
    })
    const registryOf = (content: string, version = '1.2.3') =>
      serve((request, response) => {
        const [, name] = /^\/@svc(?:%2[fF]|\/)(\w+)$/.exec(request.url ?? '') ?? []
        const integrity = `sha512-${hash('sha512', content, 'base64')}`
        const versions = { [version]: { name: `@svc/${name}`, version, dist: { integrity, tarball: url } } }
        const told = { name: `@svc/${name}`, 'dist-tags': { latest: version }, versions }
        response.writeHead(name ? 200 : 404, { 'content-type': 'application/json' })
        return response.end(JSON.stringify(name ? told : {}))
      })
    const planned = async (registry: string, ...more: string[]) => {
      const folder = makeSetup({ 'package.json': { devDependencies: { vitest: '*' } } }, ['vitest'])
      const args = ['--dry-run', '--json', '--url', url, ...more]
      const { out } = await init(folder, args, { npm_config_registry: `${registry}/` })
      const { installs, notes } = JSON.parse(out)
      return { command: installs[0].command, notes }
    }
    const same = await registryOf(bytes)
    const release = await planned(same)
    expect(release.command).toBe('npm install --save-dev @svc/vitest@1.2.3 @svc/cli@1.2.3')
    expect(release.notes.join()).not.toContain(url)
    for (const [registry, why, ...more] of [
      [same, '--from-server asks for it', '--from-server'],
      [await registryOf('of a stranger'), 'the registry has another @svc/vitest@1.2.3 than this server'],
      [await registryOf(bytes, '1.2.2'), '@svc/vitest@1.2.3 is not in the registry of this project'],
      [`${same}/none`, '@svc/vitest@1.2.3 is not in the registry of this project'],
      ['http://127.0.0.1:1', 'npm could not ask the registry for @svc/vitest@1.2.3'],
    ] as const) {
      const { command, notes } = await planned(registry, ...more)
      expect(command).toBe(
        `npm install --save-dev ${url}/packages/svc-vitest-1.2.3-0123abcd.tgz ${url}/packages/svc-cli-1.2.3-0123abcd.tgz`,
      )
      expect(notes.slice(0, 2)).toEqual([
        `the packages come from the server, because ${why}`,
        expect.stringContaining(
          `package.json and the lock file name ${url}, which only this machine reaches`,
        ),
      ])
    }
  })

  test('a command that package.json does not name is added, because an installation would remove it', async () => {
    const url = await archives()
    const files = { 'package.json': { devDependencies: { vitest: '*' } } }
    const folder = makeSetup({ ...files, 'node_modules/@svc/cli/package.json': { version: '0.1.0' } }, [
      'vitest',
    ])
    const { out } = await init(folder, ['--dry-run', '--json', '--url', url])
    expect(JSON.parse(out).installs[0].command).toContain('/packages/svc-cli-1.2.3-0123abcd.tgz')
  })

  test.each([
    ['another server', 'http://127.0.0.2:4700/packages/svc-cli-1.2.3-0123abcd.tgz'],
    ['another folder', '/uploads/svc-cli-1.2.3-0123abcd.tgz'],
    ['a sign-in page', '/login?next=svc-cli-1.2.3-0123abcd.tgz'],
    ['another package', 'svc-jest-1.2.3-0123abcd.tgz'],
    ['a command', 'svc-cli-`touch x`.tgz'],
  ])('a redirect to %s installs nothing', async (_, location) => {
    const url = await serve((_request, response) => void response.writeHead(302, { location }).end())
    await expect(findPackages({ url }, ['cli'])).rejects.toMatchObject({
      code: 'NO_PACKAGES',
      message: expect.stringContaining('redirects to'),
    })
  })

  test('npx runs another command only of the server that it asked', async () => {
    const url = await serve((request, response) => {
      if (/-0123abcd\.tgz$/.test(request.url ?? '')) response.end('other bytes')
      else response.writeHead(302, { location: 'svc-cli-1.2.3-0123abcd.tgz' }).end()
    })
    const newerOf = (resolved: string) => {
      const entry = { resolved, integrity: 'sha512-own' }
      const folder = makeSetup({
        '_npx/1/package-lock.json': { packages: { 'node_modules/@svc/cli': entry } },
      })
      const program = join(folder, '_npx/1/node_modules/@svc/cli/lib/main.js')
      return newerArchive(program, { url })
    }
    expect(await newerOf(`${url}/packages/svc-cli.tgz`)).toBe(`${url}/packages/svc-cli-1.2.3-0123abcd.tgz`)
    expect(await newerOf('https://svc.example.com/packages/svc-cli.tgz')).toBeUndefined()
  })

  test('a package of another version is installed again, and one of the same version is not', async () => {
    const url = await archives()
    const ours = (version: string) => ({
      vitest: '*',
      '@svc/vitest': `${url}/packages/svc-vitest-${version}-0123abcd.tgz`,
      '@svc/cli': `${url}/packages/svc-cli-1.2.3-0123abcd.tgz`,
    })
    const installsOf = async (version: string, at: string) => {
      const files = { 'package.json': { devDependencies: ours(version) } }
      const { out } = await init(makeSetup(files, ['vitest', '@svc/vitest']), [
        '--dry-run',
        '--json',
        '--url',
        at,
      ])
      return JSON.parse(out).installs.map(({ command }: { command: string }) => command)
    }
    expect(await installsOf('1.2.3', url)).toEqual([])
    expect(await installsOf('1.2.2', url)).toEqual([
      `npm install --save-dev ${url}/packages/svc-vitest-1.2.3-0123abcd.tgz`,
    ])
    // Nothing is missing, so no server is needed.
    expect(await installsOf('1.2.2', 'http://127.0.0.1:1')).toEqual([])
  })

  test('a failed installation changes no config', { tags: 'thorough' }, async () => {
    const url = await archives()
    const config = 'export default { test: {} }\n'
    const folder = makeSetup(
      { 'package.json': { devDependencies: { vitest: '*' } }, 'vitest.config.mjs': config },
      ['vitest'],
    )
    const { code, err } = await init(folder, ['--yes', '--url', url], { npm_config_fetch_retries: '0' })
    expect(code).toBe(1)
    expect(err).toMatch(
      /svc: the installation failed \(\d+\); no config was changed\nnext: .*npm install --save-dev http/,
    )
    expect(read(folder, 'vitest.config.mjs')).toBe(config)
  })

  test('no server is a reason with the next step', { tags: 'thorough' }, async () => {
    const folder = makeSetup({ 'package.json': { devDependencies: { vitest: '*' } } }, ['vitest'])
    const { code, err } = await init(folder, ['--yes', '--url', 'http://127.0.0.1:1'])
    expect({ code, err }).toMatchObject({
      code: 1,
      err: expect.stringContaining('no server answers at http://127.0.0.1:1'),
    })
  })
})

describe('a workspace whose packages run the runner of the top', () => {
  const workspaceOf = (runner: 'jest' | 'vitest', start: string) =>
    makeSetup(
      {
        'package.json': {
          name: 'shop',
          workspaces: ['packages/*'],
          scripts: { test: 'npm test --workspaces' },
          devDependencies: { [runner]: '*', [`@svc/${runner}`]: '*', '@svc/cli': '*' },
        },
        'packages/cart/package.json': { name: '@acme/cart', scripts: { test: start } },
        'packages/tax/package.json': { name: '@acme/tax', scripts: { test: `NODE_ENV=test npx ${start}` } },
        // It names the runner, and does not start it.
        'packages/docs/package.json': { scripts: { lint: `eslint ${runner}-report.js`, test: 'echo none' } },
        'node_modules/@svc/cli/package.json': { version: '0.1.0' },
      },
      [runner, `@svc/${runner}`],
    )

  test.each([
    ['jest', 'jest'],
    ['vitest', 'vitest run'],
  ] as const)(
    '%s: each gets a config, because the runner reads none of the folder above',
    async (runner, start) => {
      const folder = workspaceOf(runner, start)
      const { out, code } = await init(folder, ['--yes'])
      expect(code, out).toBe(0)
      for (const name of ['cart', 'tax'])
        expect(read(folder, `packages/${name}/${runner}.config.mjs`)).toContain(
          `['@svc/${runner}', { suite: '${name}' }]`,
        )
      const written = (place: string) => existsSync(join(folder, place, `${runner}.config.mjs`))
      expect([written('.'), written('packages/docs')]).toEqual([false, false])
      const again = await init(folder, ['--dry-run'])
      expect(again.out).not.toContain('new file')
    },
  )
})
