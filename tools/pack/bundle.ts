import { type OutputChunk, rolldown } from 'rolldown'
import { loadedAtOnce } from './loaded-at-once.ts'
import type { Manifest } from './manifest.ts'
import { smallUndici } from './small-undici.ts'

/**
 * The modules of a published package, private packages included. All that its entry loads at once is one file,
 * because every small file more would cost every run that loads it.
 */
export async function bundlePackage(folder: string, manifest: Manifest): Promise<OutputChunk[]> {
  const atOnce = loadedAtOnce(await build(folder, manifest))
  return build(folder, manifest, { name: 'core', test: (id) => atOnce.has(id) })
}

async function build(
  folder: string,
  manifest: Manifest,
  group?: { name: string; test: (id: string) => boolean },
): Promise<OutputChunk[]> {
  const { exports = {}, bin = {}, dependencies = {} } = manifest
  const entries = Object.values({ ...exports, ...bin })
  const made = await rolldown({
    cwd: folder,
    input: Object.fromEntries(entries.map((path) => [nameOf(path), path])),
    platform: 'node',
    tsconfig: false,
    plugins: [smallUndici()],
    external: [/^node:/, ...Object.keys(dependencies).map((name) => new RegExp(`^${name}($|/)`))],
    // A busy machine is no fault of the sources.
    checks: { bundlerTimings: false },
    // For example an import that is neither a file nor a dependency: it would fail on the user's machine.
    onLog: (_level, { code, message }) => {
      if (code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(message)
    },
  })
  const { output } = await made.generate({
    format: 'esm',
    // All in one folder, because a module finds its manifest at `../package.json`.
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    comments: false,
    plugins: [builtInsDirectly(guardOf(manifest))],
    ...(group && { codeSplitting: { groups: [group] } }),
  })
  await made.close()
  return output.filter((file) => file.type === 'chunk')
}

const nameOf = (path: string): string => path.replace(/^.*\/|\.ts$/g, '')

/** What the file that is evaluated first does on a Node that lacks what all files use: a command ends, a reporter throws. */
function guardOf({ name, bin, engines }: Manifest): string {
  const needs = JSON.stringify(
    `${name} needs Node ${engines?.node?.replace('>=', '')} or newer, and this is Node `,
  )
  const message = `${needs} + process.versions.node + ". Install a newer Node, then run this again."`
  const refuse = bin
    ? `{ process.stderr.write(${message} + "\\n"); process.exit(1); }`
    : `throw new Error(${message});`
  return `if (!process.getBuiltinModule) ${refuse}\n`
}

/**
 * Importing a built-in module by name makes Node read each of its exports, and those of `fs` and `util` load streams,
 * parsers and more that nobody asked for: 5 ms of every start.
 */
const builtInsDirectly = (guard: string) => ({
  name: 'built-ins-directly',
  renderChunk: (code: string, { name }: { name: string }): string => {
    const direct = code.replace(
      /^import \{ (.+) \} from "(node:.+)";$/gm,
      (_, names: string, module: string) =>
        `const { ${names.replaceAll(' as ', ': ')} } = process.getBuiltinModule("${module}");`,
    )
    const [missed] = /^import .* from "node:.*$/m.exec(direct) ?? []
    if (missed) throw new Error(`import a built-in module by the names that are used: ${missed}`)
    return name === 'core' && direct !== code ? guard + direct : direct
  },
})
