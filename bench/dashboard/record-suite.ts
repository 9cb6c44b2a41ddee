import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { toApiKey } from '@svc/protocol'
import { say } from '../report.ts'
import { installOurs, installPackages } from '../reporters/peers.ts'
import { makeSuite, type Shape } from '../reporters/suites.ts'

/** 20,000 tests, of which 40 fail. */
const SHAPE: Shape = { files: 200, testsPerFile: 100, failsEvery: 500 }
export const TESTS = SHAPE.files * SHAPE.testsPerFile
/** Part of the error of every failed test, and of no other text. */
export const FAILURE_TEXT = '// deep equality'

const PEERS = { '@playwright/test': '1.65.1', 'allure-playwright': '3.12.2', allure: '3.18.0' }
const KEPT = join(import.meta.dirname, '../../.test/bench-dashboard')
/** No server answers here, so the reporter keeps its journal. */
const NOBODY = 'http://127.0.0.1:9'
const MAX_OUTPUT = 2 ** 28

const execute = promisify(execFile)

/** The results of one suite's run for each of three reports. */
export interface Recorded {
  /** The journal of our reporter, to be sent to a server. */
  journal: Buffer
  /** Folders of the two peers’ reports, to be served as they are. */
  playwright: string
  allure: string
}

/** Runs one suite with three reporters at once; cached until the suite or a reporter changes. */
export async function recordSuite(): Promise<Recorded> {
  const [home, ours] = [await installPackages('dashboard', PEERS), await installOurs()]
  const source = readFileSync(join(import.meta.dirname, '../reporters/suites.ts'), 'utf8')
  const wanted = [JSON.stringify([SHAPE, PEERS]), ours, source]
  const hash = createHash('sha256').update(wanted.join('\n')).digest('hex').slice(0, 12)
  const folder = join(KEPT, hash)
  if (!existsSync(folder)) await record(folder, { home, ours })
  const [journal = ''] = globSync('journal/*.ndjson', { cwd: folder })
  return {
    journal: readFileSync(join(folder, journal)),
    playwright: join(folder, 'playwright'),
    allure: join(folder, 'allure'),
  }
}

async function record(folder: string, { home, ours }: { home: string; ours: string }): Promise<void> {
  const begun = performance.now()
  rmSync(KEPT, { recursive: true, force: true })
  mkdirSync(KEPT, { recursive: true })
  // In another folder first, so that an interrupted run never counts as complete.
  const place = mkdtempSync(join(KEPT, 'recording-'))
  const suite = makeSuite('playwright', home, 'dashboard', SHAPE)
  try {
    writeFileSync(join(suite.folder, 'playwright.config.cjs'), configOf(place, ours))
    const { PATH = '', HOME = '' } = process.env
    const env = { PATH, HOME, CI: 'true', SVC_URL: NOBODY, SVC_API_KEY: toApiKey(new Uint8Array(32)) }
    const options = { cwd: suite.folder, maxBuffer: MAX_OUTPUT, env }
    const cli = join(home, 'node_modules/@playwright/test/cli.js')
    // Some of its tests fail, and with them the command.
    await execute(process.execPath, [cli, 'test'], options).catch(() => undefined)
    cpSync(join(suite.folder, '.svc/journal'), join(place, 'journal'), { recursive: true })
    const allure = join(home, 'node_modules/.bin/allure')
    const results = join(place, 'allure-results')
    await execute(allure, ['generate', results, '--output', join(place, 'allure')], {
      cwd: home,
      maxBuffer: MAX_OUTPUT,
    })
    rmSync(results, { recursive: true })
    renameSync(place, folder)
  } finally {
    suite.remove()
    rmSync(place, { recursive: true, force: true })
  }
  say(`Ran the suite with three reporters in ${Math.round((performance.now() - begun) / 1000)} s.`)
}

const configOf = (place: string, ours: string) =>
  `module.exports = ${JSON.stringify({
    testDir: 'tests',
    outputDir: join(place, 'results'),
    workers: 2,
    reporter: [
      [
        createRequire(join(ours, 'package.json')).resolve('@svc/playwright'),
        { project: 'shop', suite: 'e2e' },
      ],
      ['html', { outputFolder: join(place, 'playwright'), open: 'never' }],
      ['allure-playwright', { resultsDir: join(place, 'allure-results') }],
    ],
  })}`
