import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** What a process left behind. */
interface Finished {
  code: number | null
  output: string
}

/** A project outside the workspace, with packages installed by npm. */
export interface Installed {
  /** Runs a program with nothing in its environment but what is given and what a shell needs. */
  run(command: string, args: string[], env?: Record<string, string>): Promise<Finished>
  /** Names of everything a package brings with it, itself included, peers left out. */
  brings(name: string): string[]
  remove(): void
}

/** Installs packages, archives or names with a version, in one npm command into a new project. */
export const install = async (files: Record<string, string>, packages: string[]): Promise<Installed> => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-installed-'))
  for (const [path, text] of Object.entries({ 'package.json': '{ "private": true }', ...files }))
    writeFileSync(join(folder, path), text)
  const args = ['install', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error', ...packages]
  const { code, output } = await run(folder, 'npm', args, registryEnvironment())
  if (code !== 0) throw new Error(`npm install ended with ${code}:\n${output}`)
  return {
    run: (command, rest, env = {}) => run(folder, command, rest, env),
    brings: (name) => brings(folder, name),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const run = (cwd: string, command: string, args: string[], env: Record<string, string>): Promise<Finished> =>
  new Promise((resolve, reject) => {
    const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
    const child = spawn(command, args, { cwd, env: { PATH, HOME, TMPDIR, ...env }, timeout: 120_000 })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8')
      stream.on('data', (text: string) => {
        output += text
      })
    }
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })

/** What says where the registry is; the rest of npm's settings belong to whoever started this. */
const registryEnvironment = (): Record<string, string> => {
  const wanted = /^(npm_config_(registry|cache|userconfig|cafile)|NODE_EXTRA_CA_CERTS|(https?|no)_proxy)$/i
  const given = Object.entries(process.env).filter(([name]) => wanted.test(name))
  return Object.fromEntries(given.map(([name, value]) => [name, value ?? '']))
}

interface Lock {
  packages: Record<string, { dependencies?: Record<string, string> }>
}

const brings = (folder: string, name: string): string[] => {
  const lock: Lock = JSON.parse(readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8'))
  const found = new Set<string>()
  const visit = (each: string) => {
    if (found.has(each)) return
    found.add(each)
    for (const next of Object.keys(lock.packages[`node_modules/${each}`]?.dependencies ?? {})) visit(next)
  }
  visit(name)
  return [...found].sort()
}
