import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import { leftOut } from './left-out.ts'
import type { Manager } from './managers.ts'
import { readAll } from './tarballs.ts'

/** What a process left behind. */
interface Finished {
  code: number | null
  stdout: string
  /** Both streams, as they came. */
  output: string
}

/** A project outside the workspace, with packages installed. */
export interface Installed {
  folder: string
  manager: Manager
  write(files: Record<string, string | Uint8Array>): void
  /** Runs a program with nothing in its environment but what is given and what a shell needs. */
  run(command: string[], options?: { folder?: string; env?: Record<string, string> }): Promise<Finished>
  remove(): void
}

/**
 * Yarn asks for the binaries of every platform, and those of the newest version are not all there.
 */
const RESOLUTIONS = { 'unrs-resolver': '1.12.2' }

/** Installs packages, by name and version, into a new project; ours have no version. */
export const install = async (
  manager: Manager,
  names: string[],
  others: Record<string, string> = {},
  args: string[] = [],
): Promise<Installed> => {
  const tarballs = readAll(inject('archives'))
  const versionOf = (name: string) => {
    const tarball = tarballs.get(name)
    if (!tarball) throw new Error(`${name} was not packed`)
    return manager.isFromArchives ? `file:${tarball.path}` : tarball.manifest.version
  }
  const versionsOf = (wanted: string[]) => Object.fromEntries(wanted.map((name) => [name, versionOf(name)]))
  const manifest = {
    name: 'packed',
    private: true,
    devDependencies: { ...others, ...versionsOf(names) },
    resolutions: RESOLUTIONS,
  }
  const project = folderWith({
    'package.json': JSON.stringify(manifest),
    ...manager.settings(inject('registry')),
  })
  const { folder } = project
  const { code, output } = await installWhole(folder, [...manager.install, ...args])
  if (code !== 0) throw new Error(`${manager.install.join(' ')} ended with ${code}:\n${output}`)
  return {
    ...project,
    manager,
    run: (command, { folder: at = '', env = {} } = {}) =>
      run(join(folder, at), command, { ...(manager.exec && registryEnvironment()), ...env }),
  }
}

/** A project with nothing installed. */
export const emptyProject = (files: Record<string, string> = {}) => {
  const manifest = JSON.stringify({ name: 'empty', private: true, resolutions: RESOLUTIONS })
  const project = folderWith({ 'package.json': manifest, ...files })
  return {
    ...project,
    install: (command: string[]) => installWhole(project.folder, command),
    run: (command: string[], { env = {} }: { env?: Record<string, string> } = {}) =>
      run(project.folder, command, env),
  }
}

const ATTEMPTS = 3

/** Runs an installation again if it ends well without the native part of a package. */
const installWhole = async (folder: string, command: string[], attempt = 1): Promise<Finished> => {
  const finished = await run(folder, command, registryEnvironment())
  const missing = finished.code === 0 ? leftOut(folder) : []
  if (missing.length === 0) return finished
  if (attempt === ATTEMPTS)
    throw new Error(`no native part of ${missing.join(', ')} arrived in ${ATTEMPTS} installations`)
  // The folder remembers that it is absent, and so does a lock file that this installation wrote.
  const written = command.includes('ci') ? ['node_modules'] : ['node_modules', 'package-lock.json']
  for (const path of written) rmSync(join(folder, path), { recursive: true, force: true })
  return installWhole(folder, command, attempt + 1)
}

const folderWith = (files: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), 'svc-installed-'))
  const write = (more: Record<string, string | Uint8Array>) => {
    for (const [path, text] of Object.entries(more)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
  }
  write(files)
  return { folder, write, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

const run = (cwd: string, command: string[], env: Record<string, string>): Promise<Finished> =>
  new Promise((resolve, reject) => {
    const { PATH = '', HOME = '', TMPDIR = '/tmp' } = process.env
    const [program = '', ...args] = command
    const child = spawn(program, args, { cwd, env: { PATH, HOME, TMPDIR, ...env }, timeout: 540_000 })
    let stdout = ''
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, output }))
  })

/** What says where the registry is; the rest of npm's settings belong to whoever started this. */
const registryEnvironment = (): Record<string, string> => {
  const wanted = /^(npm_config_(registry|cache|userconfig|cafile)|NODE_EXTRA_CA_CERTS|(https?|no)_proxy)$/i
  const given = Object.entries(process.env).filter(([name]) => wanted.test(name))
  return Object.fromEntries(given.map(([name, value]) => [name, value ?? '']))
}
