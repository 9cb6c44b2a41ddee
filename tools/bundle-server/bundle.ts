import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Plugin, type RolldownOptions, rolldown } from 'rolldown'
import { archiveName, PUBLISHED } from '../../packages/protocol/src/published.ts'
import { joinChunks } from './join-chunks.ts'

const source = fileURLToPath(new URL('../../server/', import.meta.url))

/** The entries: files that people start, and files that threads start. Each becomes a file with its name. */
const ENTRIES = {
  main: 'src/main.ts',
  command: 'src/command.ts',
  health: 'src/health.ts',
  'ingest-thread-main': 'src/uploads/ingest/ingest-thread-main.ts',
  'read-worker': 'src/ground/store/read-worker.ts',
  worker: 'src/answers/offload/worker.ts',
  'markdown-thread': 'src/agents/knowledge/documents/markdown-thread.ts',
}

const FORMAT = {
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name].js',
  comments: false,
} as const

/** Has machine code, which stays a file of its own. */
export const NATIVE = 'better-sqlite3'

/**
 * Writes the server as a folder that needs only Node: a few modules in `lib`, the one dependency
 * with machine code for this platform, and a manifest. A start loads some 20 files instead of some
 * 700. `packed` is a folder with the archives of the packages that it offers; by default they are packed.
 */
export async function bundleServer(folder: string, packed?: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { version } = manifestOf(join(source, 'package.json'))
  const { license, engines } = manifestOf(join(source, '../package.json'))
  await bundleModules(folder, version)
  await copyNative(join(folder, 'node_modules', NATIVE))
  execFileSync(process.execPath, [
    join(source, '../packages/dashboard/build/main.ts'),
    join(folder, 'dashboard'),
  ])
  const packages = join(folder, 'packages')
  if (packed === undefined)
    execFileSync(process.execPath, [join(source, '../tools/pack/main.ts'), packages], {
      stdio: ['ignore', 'ignore', 'inherit'],
    })
  else
    for (const name of PUBLISHED) cpSync(join(packed, archiveName(name)), join(packages, archiveName(name)))
  mkdirSync(join(folder, 'bin'))
  writeFileSync(join(folder, 'bin/svc-server'), "#!/usr/bin/env node\nimport '../lib/command.js'\n", {
    mode: 0o755,
  })
  const manifest = { name: '@svc/server', version, private: true, license, type: 'module', engines }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
}

/** Writes the server's own modules to `lib`. */
export async function bundleModules(folder: string, version: string): Promise<void> {
  const options: RolldownOptions = {
    input: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(source, path)])),
    platform: 'node',
    // Referenced files need not exist there.
    tsconfig: false,
    preserveEntrySignatures: 'allow-extension',
    external: [/^node:/, new RegExp(`^${NATIVE}($|/)`), 'pg-native'],
    plugins: [constantVersion(version), threadsBeside()],
    // A busy machine is no fault of the sources.
    checks: { bundlerTimings: false },
    onLog: (_level, { code, message }) => {
      if (code !== 'INEFFECTIVE_DYNAMIC_IMPORT' && code !== 'UNRESOLVED_IMPORT') throw new Error(message)
    },
  }
  await using separate = await rolldown(options)
  const files = joinChunks((await separate.generate(FORMAT)).output)
  await using build = await rolldown(options)
  await build.write({
    ...FORMAT,
    dir: join(folder, 'lib'),
    codeSplitting: {
      // The names cover them already.
      includeDependenciesRecursively: false,
      groups: [{ debugName: 'start', name: (id) => files.get(id) ?? null }],
    },
  })
}

interface Manifest {
  version: string
  license?: string
  engines?: Record<string, string>
}

const manifestOf = (path: string): Manifest => JSON.parse(readFileSync(path, 'utf8'))

/** The version is written in, since there is no manifest two folders above a bundle. */
const constantVersion = (version: string): Plugin => ({
  name: 'constant-version',
  load: (id) =>
    id.endsWith('/kernel/version.ts') ? `export const SERVER_VERSION = ${JSON.stringify(version)}` : null,
})

/** Threads are named by their source file; in a bundle it is beside all others. */
const threadsBeside = (): Plugin => ({
  name: 'threads-beside',
  transform: (code) =>
    code.includes('new URL(')
      ? code.replaceAll(
          /new URL\('(?:\.\/)([\w-]+)\.ts', import\.meta\.url\)/g,
          "new URL('./$1.js', import.meta.url)",
        )
      : null,
})

/** Its modules as one file, and its binaries for this machine's processor and system, whichever C library that has. */
async function copyNative(to: string): Promise<void> {
  const from = dirname(createRequire(join(source, 'package.json')).resolve(`${NATIVE}/package.json`))
  for (const each of ['package.json', 'LICENSE']) cpSync(join(from, each), join(to, each))
  await using build = await rolldown({ input: join(from, 'lib/index.js'), platform: 'node' })
  await build.write({ dir: join(to, 'lib'), format: 'cjs' })
  const binaries = globSync(`${process.platform}*-${process.arch}.node`, { cwd: join(from, 'prebuilds') })
  if (binaries.length === 0)
    throw new Error(`${NATIVE} has no binary for ${process.platform}-${process.arch}`)
  for (const each of binaries) cpSync(join(from, 'prebuilds', each), join(to, 'prebuilds', basename(each)))
}
