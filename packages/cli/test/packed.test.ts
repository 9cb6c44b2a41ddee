import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countResults, startCollector } from '../../../scripts/testing/collect.ts'
import { toApiKey } from '../../protocol/src/index.ts'
import { type Installed, install } from './installed.ts'
import { type NodeBinary, nodeBinaries } from './nodes.ts'
import { newest, oldest, type Suite } from './suites.ts'
import { importedPackages, packAll, type Tarball, workspace } from './tarballs.ts'

const published = ['@svc/cli', '@svc/client', '@svc/jest', '@svc/playwright', '@svc/protocol', '@svc/vitest']
const suites = process.env.SVC_TEST_MATRIX === '1' ? [...newest(), ...oldest()] : newest()
const nodes = nodeBinaries()
/** What a reporter or the command brings beside itself. */
const shared = ['@svc/client', '@svc/protocol', 'ci-info']

let folder: string
let tarballs: Map<string, Tarball>

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-packed-'))
  tarballs = packAll(folder)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('exactly the published packages are packed', () => {
  expect([...tarballs.keys()].sort()).toEqual(published)
})

describe.each(published)('%s', (name) => {
  test('holds built modules, their types, a README and the licence', () => {
    const { files } = tarballOf(name)
    const built = files.filter((file) => file.startsWith('lib/'))
    expect(files.filter((file) => !built.includes(file))).toEqual(['LICENSE', 'README.md', 'package.json'])
    expect(built.filter((file) => !/^lib\/[a-z0-9/-]+(\.js|\.d\.ts)$/.test(file))).toEqual([])
    expect(built.length).toBeGreaterThan(0)
  })

  test('imports only what it declares', () => {
    const { files, manifest, read } = tarballOf(name)
    expect(JSON.stringify(manifest)).not.toContain('workspace:')
    const imported = (ending: string) =>
      new Set(files.filter((file) => file.endsWith(ending)).flatMap((file) => importedPackages(read(file))))
    const own = Object.keys(manifest.dependencies ?? {})
    const types = [...own, ...Object.keys(manifest.peerDependencies ?? {})]
    expect([...imported('.js')].filter((each) => !own.includes(each))).toEqual([])
    expect([...imported('.d.ts')].filter((each) => !types.includes(each))).toEqual([])
  })

  test('publint and attw find nothing', () => {
    expectQuiet('publint', 'run', tarballOf(name).path, '--strict')
    // A package that is only a command has no types to be wrong.
    if (name !== '@svc/cli') expectQuiet('attw', tarballOf(name).path, '--profile', 'esm-only', '--no-color')
  })
})

describe.each(suites)('installed beside $runner $version', (suite) => {
  let project: Installed

  beforeAll(async () => {
    const ours = [suite.reporter, '@svc/cli', '@svc/client', '@svc/protocol']
    const archives = ours.map((name) => tarballOf(name).path)
    project = await install(suite.files, [...archives, `${suite.runner}@${suite.version}`])
  })
  afterAll(() => project?.remove())

  test('brings few packages', () => {
    expect(project.brings(suite.reporter)).toEqual([suite.reporter, ...shared].sort())
    expect(project.brings('@svc/cli')).toEqual(['@svc/cli', ...shared, 'commander'].sort())
  })

  describe.each(nodes.filter(({ version }) => suite.oldestNode <= Number.parseInt(version, 10)))(
    'under Node $version',
    (node) => {
      test('a suite reports through the name of the reporter', () => expectReported(project, suite, node))

      test('npx svc flush --help tells how', async () => {
        const PATH = [dirname(node.path), process.env.PATH].join(delimiter)
        const { code, output } = await project.run('npx', ['--no-install', 'svc', 'flush', '--help'], {
          PATH,
        })
        expect(output).toContain('svc flush')
        expect(code).toBe(0)
      })

      test('the reporter is imported in well under a second', async () => {
        const ms = await importTime(project, suite.reporter, node)
        console.log(`import of ${suite.reporter} under Node ${node.version}: ${ms.toFixed(1)} ms`)
        expect(ms).toBeLessThan(500)
      })
    },
  )
})

const tarballOf = (name: string): Tarball =>
  tarballs.get(name) ?? expect.fail(`${name} was not packed, only ${[...tarballs.keys()]}`)

const expectQuiet = (tool: string, ...args: string[]): void => {
  const { status, stdout, stderr } = spawnSync(join(workspace, 'node_modules/.bin', tool), args, {
    encoding: 'utf8',
  })
  expect(status, stdout + stderr).toBe(0)
}

/** Runs the suite with a collector as the server, and compares what arrived with what is in it. */
const expectReported = async (project: Installed, suite: Suite, node: NodeBinary): Promise<void> => {
  const collector = await startCollector()
  try {
    const { code, output } = await project.run(node.path, suite.command, {
      SVC_URL: collector.url,
      SVC_API_KEY: toApiKey(randomBytes(32)),
    })
    const [part, ...others] = collector.parts()
    expect(part?.end, output).toBeDefined()
    expect(others).toEqual([])
    expect(part?.open?.project).toBe('packed')
    expect(countResults(part?.tests ?? [])).toEqual({ passed: 1, failed: 1, flaky: 0, skipped: 1 })
    expect(code).toBe(1)
  } finally {
    await collector.close()
  }
}

/** The quickest of five imports in fresh processes, in milliseconds. */
const importTime = async (project: Installed, name: string, node: NodeBinary): Promise<number> => {
  const script = `const start = performance.now(); await import('${name}'); console.log(performance.now() - start)`
  const times: number[] = []
  for (let time = 0; time < 5; time++) {
    const { code, output } = await project.run(node.path, ['--input-type=module', '--eval', script])
    expect(code, output).toBe(0)
    times.push(Number(output))
  }
  return Math.min(...times)
}
