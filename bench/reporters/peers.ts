import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)
const workspace = fileURLToPath(new URL('../..', import.meta.url))
const peersFolder = join(workspace, '.test', 'peers')

export type RunnerName = 'vitest' | 'jest' | 'playwright'

/**
 * All reporters that are measured beside those of svc, at the versions that were current when the
 * table was last changed.
 */
const PEERS: Record<RunnerName, Record<string, string>> = {
  vitest: {
    vitest: '5.1.1',
    // The one of the CTRF project's name, vitest-ctrf-json-reporter 0.0.3, writes nothing under Vitest 5.
    '@d2t/vitest-ctrf-json-reporter': '1.3.0',
    'allure-vitest': '3.12.2',
    '@reportportal/agent-js-vitest': '5.3.0',
  },
  jest: {
    jest: '30.5.2',
    'jest-junit': '17.0.0',
    'jest-ctrf-json-reporter': '0.0.11',
    'allure-jest': '3.12.2',
    '@reportportal/agent-js-jest': '5.2.2',
  },
  playwright: {
    '@playwright/test': '1.65.1',
    'playwright-ctrf-json-reporter': '0.0.29',
    'allure-playwright': '3.12.2',
    '@reportportal/agent-js-playwright': '5.5.0',
  },
}

/** Installs a runner and its reporters, once for a machine; returns the folder. */
export const installPeers = (runner: RunnerName): Promise<string> => installPackages(runner, PEERS[runner])

/** Installs packages at their versions, once for a machine; returns the folder. */
export const installPackages = (name: string, packages: Record<string, string>): Promise<string> => {
  const wanted = Object.entries(packages).map(([each, version]) => `${each}@${version}`)
  return installed(`${name}-${hashOf(wanted)}`, () => Promise.resolve(wanted))
}

/**
 * Packs our packages as a release would and installs them, anew where their source has changed; returns the folder.
 * `BENCH_OURS` names one where they are installed already, for example to measure an older commit.
 */
export const installOurs = async (): Promise<string> => {
  if (process.env.BENCH_OURS) return process.env.BENCH_OURS
  const files = globSync('packages/{client,protocol,vitest,jest,playwright}/{package.json,src/**/*.ts}', {
    cwd: workspace,
  })
  const sources = files.filter((file) => !file.endsWith('.test.ts')).sort()
  const name = `ours-${hashOf(sources.map((file) => `${file}\n${readFileSync(join(workspace, file), 'utf8')}`))}`
  const folder = await installed(name, async (place) => {
    await run(process.execPath, [join(workspace, 'tools/pack/main.ts'), place], { cwd: workspace })
    const tarballs = readdirSync(place).filter((file) => file.endsWith('.tgz'))
    // Without the runners, which ours name as their peers.
    return ['--legacy-peer-deps', ...tarballs.map((file) => join(place, file))]
  })
  for (const older of readdirSync(peersFolder))
    if (older.startsWith('ours-') && older !== name)
      rmSync(join(peersFolder, older), { recursive: true, force: true })
  return folder
}

/** In another folder first, so that an install that was cut off is never taken for a whole one. */
const installed = async (name: string, wanted: (place: string) => Promise<string[]>): Promise<string> => {
  const folder = join(peersFolder, name)
  if (existsSync(folder)) return folder
  mkdirSync(peersFolder, { recursive: true })
  const place = mkdtempSync(join(peersFolder, 'installing-'))
  try {
    writeFileSync(join(place, 'package.json'), '{ "private": true }')
    const quietly = ['--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts']
    await run('npm', ['install', ...quietly, ...(await wanted(place))], { cwd: place })
    renameSync(place, folder)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
  return folder
}

const hashOf = (texts: string[]) => createHash('sha256').update(texts.join('\n')).digest('hex').slice(0, 12)
