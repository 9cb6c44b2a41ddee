import { execFileSync } from 'node:child_process'
import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Sample, sampleOf } from '../measure.ts'
import { heading, spread, table, type Verdict } from '../report.ts'
import { installOurs, installPeers, type RunnerName } from './peers.ts'

interface Imported {
  runner: RunnerName
  name: string
  from: string
  module: string
}

const ROUNDS = 15
const GOAL_MS = 15

const PEER_MODULES: Record<RunnerName, [name: string, module: string][]> = {
  vitest: [
    ['CTRF', '@d2t/vitest-ctrf-json-reporter'],
    ['allure', 'allure-vitest/reporter'],
    ['ReportPortal', '@reportportal/agent-js-vitest'],
  ],
  jest: [
    ['junit', 'jest-junit'],
    ['CTRF', 'jest-ctrf-json-reporter'],
    ['allure', 'allure-jest/node'],
    ['ReportPortal', '@reportportal/agent-js-jest'],
  ],
  playwright: [
    ['CTRF', 'playwright-ctrf-json-reporter'],
    ['allure', 'allure-playwright'],
    ['ReportPortal', '@reportportal/agent-js-playwright'],
  ],
}

/** Every runner's process has loaded these before it loads a reporter, so they count for none. */
const LOADED_BEFORE: Record<RunnerName, string | undefined> = {
  vitest: undefined,
  jest: 'jest-environment-node',
  playwright: '@playwright/test',
}

/** The cost of loading each reporter, each time in a fresh process. */
export const benchImport = async (): Promise<Verdict[]> => {
  const ours = await installOurs()
  const verdicts: Verdict[] = []
  const node = { path: process.execPath, version: process.version }
  const older = olderNode()
  for (const { path, version } of older ? [node, older] : [node]) {
    heading(`Import in a fresh process, Node ${version}`)
    const all: Imported[] = []
    for (const runner of Object.keys(PEER_MODULES) as RunnerName[]) {
      all.push({ runner, name: 'ours', from: ours, module: `@svc/${runner}` })
      // One version of Node is enough to compare; on the older one, only the svc reporters are
      // measured.
      const home = await installPeers(runner)
      if (path === process.execPath)
        for (const [name, module] of PEER_MODULES[runner]) all.push({ runner, name, from: home, module })
    }
    const times = all.map((): number[] => [])
    const empty: number[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const begun = performance.now()
      execFileSync(path, ['-e', ''])
      empty.push(performance.now() - begun)
      for (const [index, each] of all.entries()) times[index]?.push(importOnce(path, each))
    }
    const samples = all.map((each, index): [Imported, Sample] => [each, sampleOf(times[index] ?? [])])
    table(
      ['', 'import'],
      [
        ['an empty process, from start to end', spread(sampleOf(empty), 'ms')],
        ...samples.map(([{ runner, name, module }, sample]) => [
          `${runner}: ${name} (${module})`,
          spread(sample, 'ms'),
        ]),
      ],
    )
    for (const [{ name, module }, sample] of samples)
      if (name === 'ours')
        verdicts.push({
          area: `Import of ${module}, Node ${version}`,
          goal: `≤ ${GOAL_MS} ms`,
          measured: spread(sample, 'ms'),
          isMet: sample.median <= GOAL_MS,
        })
  }
  return verdicts
}

const importOnce = (node: string, { runner, name, from, module }: Imported): number => {
  const require = createRequire(join(from, 'package.json'))
  const urlOf = (name: string) => JSON.stringify(pathToFileURL(require.resolve(name)).href)
  const before = LOADED_BEFORE[runner]
  const code = `
    ${before && name !== 'ours' ? `await import(${urlOf(before)})` : ''}
    const begun = performance.now()
    await import(${urlOf(module)})
    process.stdout.write(String(performance.now() - begun))
    process.exit()`
  return Number(execFileSync(node, ['--input-type=module', '-e', code], { encoding: 'utf8' }))
}

/** The machine's own Node if it is an older one that our packages support. */
const olderNode = (): { path: string; version: string } | undefined =>
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter((path) => existsSync(path) && statSync(path).isFile())
    .map((path) => ({ path, version: execFileSync(path, ['--version'], { encoding: 'utf8' }).trim() }))
    .find(({ version }) => version.startsWith('v20.') || version.startsWith('v22.'))
