import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Counts, countTests, failuresIn, type VitestReport } from './count.ts'
import type { Step } from './steps.ts'

const workspace = fileURLToPath(new URL('../..', import.meta.url))

/** The result of a step. */
export interface Outcome {
  ok: boolean
  /** The tool's output, unless it was already shown. */
  output: string
  counts?: Counts
  /** Failed tests, a line each. */
  failures: string[]
}

/** Runs one step to its end; shows the output of tests as it arrives, unless it is to be kept. */
export const runStep = async (step: Step, tests: 'show' | 'keep' = 'show'): Promise<Outcome> => {
  if (step.tests === undefined) {
    const { code, output } = await run(step, [], 'keep')
    return { ok: code === 0, output, failures: [] }
  }
  const folder = mkdtempSync(join(tmpdir(), 'svc-verify-'))
  try {
    const file = join(folder, 'report.json')
    const { code, output } = await run(step, reporters(file), tests)
    const report = readReport(file)
    const counts = countTests(report, code, step.tests)
    // Not the exit code alone, because any code in Vitest's process can change it.
    const ok = code === 0 && counts.failed === 0
    const failures = failuresIn(report, workspace)
    // Vitest treats a filter that matches nothing as a success.
    if (ok && counts.passed === 0)
      return { ok: false, output, counts: { ...counts, failed: 1 }, failures: ['No test has run.'] }
    return { ok, output, counts, failures }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const reporters = (file: string): string[] => [
  '--reporter=default',
  ...(process.env.GITHUB_ACTIONS === 'true' ? ['--reporter=github-actions'] : []),
  '--reporter=json',
  `--outputFile.json=${file}`,
]

const readReport = (file: string): VitestReport => {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    // Vitest ended before it could report; its exit code makes that a failure.
    return { numPassedTests: 0, testResults: [] }
  }
}

const run = (
  { tool, args, env }: Step,
  more: string[],
  output: 'keep' | 'show',
): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(workspace, tool), ...args, ...more], {
      cwd: workspace,
      env: { ...environment(), ...env },
      stdio: output === 'show' ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    })
    let kept = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text: string) => {
        kept += text
      })
    }
    const stop = (signal: NodeJS.Signals) => child.kill(signal)
    process.once('SIGTERM', stop)
    child.on('error', reject)
    child.on('close', (code) => {
      process.off('SIGTERM', stop)
      resolve({ code, output: kept })
    })
  })

/** Tools find this workspace's Node and programs first, and colour only what a person watches. */
const environment = (): NodeJS.ProcessEnv => {
  const { FORCE_COLOR, NO_COLOR, PATH = '', ...rest } = process.env
  const isColored = process.stdout.isTTY && !NO_COLOR
  return {
    ...rest,
    PATH: [join(workspace, 'node_modules/.bin'), PATH].join(delimiter),
    ...(isColored ? { FORCE_COLOR: FORCE_COLOR ?? '1' } : { NO_COLOR: '1' }),
  }
}
