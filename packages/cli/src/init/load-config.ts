import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { findInstalled } from '../project/installed.ts'
import { field } from '../project/json.ts'
import type { Setup } from '../project/setup.ts'

/** The result of loading a config with its runner. */
export interface Loaded {
  isLoaded: boolean
  /** Reporters that the runner will use; undefined if it does not report them. */
  reporters?: string[]
  /** The end of its output. */
  output: string
}

/** For a runner that hangs on a config, for example because the config starts a server. */
const LOAD_MS = 90_000

/** A file filter that no test file matches: Playwright then only loads its config. */
const NO_FILE = 'svc-init-loads-only-the-config'

/** Vitest 3 and 4 return the config as `vitestConfig`, Vitest 5 as `test`. */
const VITEST = `
const { resolveConfig } = await import('vitest/node')
const resolved = await resolveConfig({ config: process.argv[1], watch: false })
const { reporters } = resolved.vitestConfig ?? resolved.test ?? resolved
const names = reporters.flat().filter((each) => typeof each === 'string')
console.log('\\n' + JSON.stringify(names))
process.exit()`

/** Loads a config with its runner, without running tests; undefined if the runner cannot be started here. */
export const loadConfig = async (
  { runner, package: { folder } }: Setup,
  path: string,
  env: NodeJS.ProcessEnv,
): Promise<Loaded | undefined> => {
  const isManifest = path.endsWith('package.json')
  const program = programOf(folder, runner.package, runner.id === 'playwright' ? 'playwright' : runner.id)
  if (program === undefined) return undefined
  const args = {
    vitest: ['--input-type=module', '-e', VITEST, path],
    jest: [program, '--showConfig', ...(isManifest ? [] : ['--config', path])],
    playwright: [program, 'test', '--list', '--pass-with-no-tests', '-c', path, NO_FILE],
  }[runner.id]
  const { code, stdout, output } = await run(folder, args, env)
  const reporters = code === 0 ? reportersIn(runner.id, stdout) : undefined
  return { isLoaded: code === 0, output: output.trim().slice(-2_000), ...(reporters && { reporters }) }
}

const reportersIn = (runner: Setup['runner']['id'], stdout: string): string[] | undefined => {
  try {
    const last = stdout.trim().split('\n').at(-1) ?? ''
    const value: unknown =
      // Jest leaves the list out if no file has one.
      runner === 'vitest' ? JSON.parse(last) : (field(JSON.parse(stdout), 'globalConfig', 'reporters') ?? [])
    // Jest prints `[["default", {}], ["/path/of/a/reporter", {}]]`.
    return Array.isArray(value)
      ? value.map((each) => String(Array.isArray(each) ? each[0] : each))
      : undefined
  } catch {
    return undefined
  }
}

/** The file that the runner's command starts; undefined if packages have no folders here. */
const programOf = (folder: string, name: string, bin: string): string | undefined => {
  const installed = findInstalled(folder, name)
  const bins = field(installed?.manifest, 'bin')
  const file = typeof bins === 'string' ? bins : field(bins, bin)
  return installed && typeof file === 'string' ? join(installed.folder, file) : undefined
}

const run = (
  cwd: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | null; stdout: string; output: string }> =>
  new Promise((resolve) => {
    // Nothing is recorded while a config is only loaded.
    const child = spawn(process.execPath, args, {
      cwd,
      env: { ...env, SVC_ENABLED: 'false', FORCE_COLOR: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LOAD_MS,
    })
    let stdout = ''
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.once('error', (error) => resolve({ code: null, stdout, output: error.message }))
    child.once('close', (code, signal) =>
      resolve({
        code,
        stdout,
        output: signal
          ? `${output}\nit was ended by ${signal}, at the latest after ${LOAD_MS / 1000} s`
          : output,
      }),
    )
  })
