// @module-tag thorough

import { RUNNERS, type RunnerName } from '@svc/test-kit/versions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { suiteOf } from './formats.ts'
import { type Installed, install } from './installed.ts'
import { NPM } from './managers.ts'
import { type NodeBinary, nodeBinaries, runsUnder } from './nodes.ts'
import { expectReported } from './report.ts'

const runners = Object.keys(RUNNERS) as RunnerName[]
const isMatrix = process.env.SVC_TEST_MATRIX === '1'

/** The oldest of each runner share a project; in the matrix so do those that come after, as far as there are any. */
const versions = runners.map((name) => [RUNNERS[name].oldest, ...(isMatrix ? RUNNERS[name].between : [])])
const projects = Array.from({ length: Math.max(...versions.map((each) => each.length)) }, (_, index) => {
  const beside = runners.flatMap((name, position) => {
    const version = versions[position]?.[index]
    return version ? [{ name, version }] : []
  })
  return { beside, title: beside.map(({ name, version }) => `${name} ${version}`).join(', ') }
})

describe.each(projects)('installed beside $title', ({ beside }) => {
  let project: Installed

  beforeAll(async () => {
    const others = beside.map(({ name, version }) => [RUNNERS[name].packages[0], version])
    project = await install(
      NPM,
      beside.map(({ name }) => `@svc/${name}`),
      { ...Object.fromEntries(others), typescript: '^7', '@types/node': '^24' },
    )
  })
  afterAll(() => project?.remove())

  test.each(beside)('the declarations of @svc/$name are right beside $version', async ({ name }) => {
    project.write({
      [`types-${name}/tsconfig.json`]: TSCONFIG,
      [`types-${name}/use.ts`]: `export { default } from '@svc/${name}'\n`,
    })
    const tsc = ['npx', '--no-install', 'tsc', '--pretty', 'false']
    const { output } = await project.run(tsc, { folder: `types-${name}` })
    // A runner's own declarations may be wrong, and are its own.
    expect(output.split('\n').filter((line) => /^(?:use\.ts|.*@svc)\S*: error/.test(line))).toEqual([])
    expect(output).not.toMatch(/^error/m)
  })

  const cases = beside.flatMap(({ name, version }) =>
    nodeBinaries()
      .filter((node) => runsUnder(oldestNode(name, version), node))
      .flatMap((node) =>
        (['mjs', 'cjs'] as const)
          .filter((format) => starts(version, format, node))
          .map((format) => ({ name, version, node, under: node.version, format })),
      ),
  )
  test.concurrent.each(cases)(
    '$name $version reports under Node $under, its config in $format',
    ({ name, node, format }) => expectReported(project, suiteOf(name, format), node),
  )
})

/** As strict as a user can be. */
const TSCONFIG = JSON.stringify({
  compilerOptions: {
    module: 'nodenext',
    target: 'es2023',
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    types: ['node'],
  },
  include: ['.'],
})

// Without us as well these hang on Node 24 as soon as their config is an ES module; 1.55.1 does not.
const HANGING = ['1.45.0', '1.50.1']
const starts = (version: string, format: string, node: NodeBinary): boolean =>
  !HANGING.includes(version) || format !== 'mjs' || !runsUnder(24, node)

/** Vitest 5 alone asks for more than our packages do. */
const oldestNode = (name: RunnerName, version: string): number =>
  name === 'vitest' && Number.parseInt(version, 10) >= 5 ? 22 : 20
