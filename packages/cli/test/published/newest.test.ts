import { delimiter, dirname, join } from 'node:path'
import { newestOf, RUNNERS, type RunnerName } from '@svc/test-kit/versions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FORMATS, type Format, suiteOf, suiteWith } from './formats.ts'
import { importedFiles } from './imported-files.ts'
import { type Installed, install } from './installed.ts'
import { NPM } from './managers.ts'
import { type NodeBinary, nodeBinaries, runsUnder } from './nodes.ts'
import { blocksOf } from './readme.ts'
import { expectReported } from './report.ts'

const runners = Object.keys(RUNNERS) as RunnerName[]
/** What each runner of today needs. */
const OLDEST_NODE: Record<RunnerName, number> = { jest: 20, playwright: 20, vitest: 22 }

let project: Installed

beforeAll(async () => {
  const versions = runners.map((name) => [RUNNERS[name].packages[0], newestOf(name).version])
  const ours = [...runners.map((name) => `@svc/${name}`), '@svc/cli']
  const others = { ...Object.fromEntries(versions), typescript: '^7', '@types/node': '^24' }
  project = await install(NPM, ours, others)
})
afterAll(() => project?.remove())

const NODES = nodeBinaries()
/** Of what is the same for each of a list, only the first is tried by `test`. */
const tagsAt = (index: number) => ({ tags: index === 0 ? [] : ['thorough'] })

for (const [index, node] of NODES.entries())
  describe(`under Node ${node.version}`, tagsAt(index), () => {
    const under = runners.filter((name) => runsUnder(OLDEST_NODE[name], node))

    describe.each(under)('%s', (runner) => {
      for (const [at, format] of FORMATS.filter((each) => takes(runner, each, node)).entries())
        test.concurrent(`takes the reporter by name from a config in ${format}`, tagsAt(at), () =>
          expectReported(project, suiteOf(runner, format), node),
        )

      test.concurrent('reports with the config of the README', () => {
        const { file, text } = blocksOf(runner).config
        const suite = suiteWith(runner, `${runner}-readme`, { [file]: text })
        return expectReported(project, suite, node, { project: 'shop', suite: SUITE_OF_README[runner] })
      })
    })

    test('the commands of the READMEs run', async () => {
      const PATH = [dirname(node.path), process.env.PATH].join(delimiter)
      const flushed = await project.run(['npx', '--no', 'svc', 'flush'], { env: { PATH } })
      expect(flushed).toMatchObject({ code: 0, stdout: 'nothing to send\n' })
      // Nothing listens where it looks for the server, and it says so.
      const doctor = await project.run(['npx', '--no', 'svc', 'doctor'], { env: { PATH } })
      expect(doctor.code, doctor.output).toBe(1)
      expect(doctor.stdout).toContain('SVC_API_KEY')
    })
  })

describe('in an editor', { tags: 'thorough' }, () => {
  test.each(runners)('the options of @svc/%s are known, and a wrong one is an error', async (runner) => {
    const { file, text } = blocksOf(runner).config
    const right = suiteOf(runner, 'ts').files[`${runner}.config.ts`] ?? ''
    project.write({
      [`types-${runner}/tsconfig.json`]: TSCONFIG,
      [`types-${runner}/right.ts`]: right,
      [`types-${runner}/wrong.ts`]: right.replace('suite:', 'siute:'),
      [`types-${runner}/readme-${file}`]: text,
    })
    const tsc = ['npx', '--no-install', 'tsc', '--pretty', 'false']
    const { output } = await project.run(tsc, { folder: `types-${runner}` })
    const errors = output.split('\n').filter((line) => line.includes('error TS'))
    expect(errors).toEqual([expect.stringMatching(/^wrong\.ts.*'siute'/)])
  })
})

/** As strict as a user can be; a library's own mistakes are theirs to see. */
const TSCONFIG = JSON.stringify({
  compilerOptions: {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    allowJs: true,
    checkJs: true,
    noEmit: true,
    types: ['node'],
  },
  include: ['.'],
})

/** Each reporter loads 3 files and 125 kB; another library would exceed this. `bench` measures the time. */
const MOST_IMPORTED = { files: 10, bytes: 200_000 }

describe.each(NODES)('under Node $version', { tags: 'thorough' }, (node) => {
  test.each(runners)('an import of @svc/%s loads little code, all of it ours', async (runner) => {
    const files = await importedFiles(project, `@svc/${runner}`, node)
    const isOurs = (path: string) => /node_modules[/\\]@svc[/\\]/.test(path)
    expect([...files.keys()].filter((path) => !isOurs(path))).toEqual([])
    expect([...files.keys()].filter((path) => path.includes(join('@svc', runner)))).not.toEqual([])
    expect(files.size).toBeLessThan(MOST_IMPORTED.files)
    expect([...files.values()].reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(MOST_IMPORTED.bytes)
  })
})

/** The suites that the READMEs name. */
const SUITE_OF_README: Record<RunnerName, string> = { jest: 'unit', playwright: 'e2e', vitest: 'unit' }

// Before Node 22.18 Jest reads TypeScript only with a loader that the user chooses.
const takes = (runner: RunnerName, format: Format, node: NodeBinary): boolean =>
  runner !== 'jest' || format !== 'ts' || runsUnder(24, node)
