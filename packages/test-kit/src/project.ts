import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NODE_CACHE } from './node-cache.ts'

const workspace = fileURLToPath(new URL('../../..', import.meta.url))

/** How to run a script. When `until` appears in its output, it gets `signal`; default: SIGTERM. */
export interface RunOptions {
  env?: Record<string, string>
  /** The folder to start in, below the project's; default: the project's. */
  below?: string
  /** Does something, every second until the end, from when `seen` shows up in the output: a watcher may overlook it once. */
  again?: { seen: RegExp; act: () => void }
  until?: RegExp
  signal?: NodeJS.Signals
}

/** A throw-away project beside the workspace's packages, with its own git repository. */
export interface Project {
  folder: string
  /** Runs a script of Node in the project; the environment holds nothing but what is given and what a shell needs. */
  run(args: string[], options?: RunOptions): Promise<{ code: number | null; output: string }>
  remove(): void
}

/**
 * Makes a project of the given files. `packages` maps names to folders relative to the workspace;
 * they are linked into its node_modules, as an install would do.
 */
export const makeProject = (files: Record<string, string>, packages: Record<string, string>): Project => {
  mkdirSync(join(workspace, '.test'), { recursive: true })
  const folder = mkdtempSync(join(workspace, '.test', 'project-'))
  for (const [path, text] of Object.entries(files)) write(join(folder, path), text)
  for (const [name, target] of Object.entries(packages))
    link(join(workspace, target), join(folder, 'node_modules', name))
  execFileSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: folder })
  return {
    folder,
    run: (args, options = {}) => run(join(folder, options.below ?? ''), args, options),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const write = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

const link = (target: string, path: string): void => {
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path, 'dir')
}

const run = (
  cwd: string,
  args: string[],
  { env = {}, again, until, signal }: RunOptions,
): ReturnType<Project['run']> =>
  new Promise((resolve, reject) => {
    const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
    const child = spawn(process.execPath, args, { cwd, env: { PATH, HOME, TMPDIR, ...NODE_CACHE, ...env } })
    let output = ''
    let isSignalled = false
    let acting: NodeJS.Timeout | undefined
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => {
        output += text
        if (again?.seen.test(output)) acting ??= setInterval(again.act, 1_000)
        if (isSignalled || !until?.test(output)) return
        isSignalled = true
        child.kill(signal)
      })
    }
    child.on('error', reject)
    child.on('close', (code) => {
      clearInterval(acting)
      resolve({ code, output })
    })
  })
