/**
 * Builds what is published of the package in the current folder: `tsc -b` makes dist from nothing, and lib is put
 * together from it, with one module for each entry. Every small file more would cost every run that loads it.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type OutputChunk, rolldown } from 'rolldown'

interface Manifest {
  dependencies?: Record<string, string>
  publishConfig: { exports?: Record<string, { default: string }>; bin?: Record<string, string> }
}

const { dependencies = {}, publishConfig }: Manifest = JSON.parse(readFileSync('package.json', 'utf8'))
const modules = Object.values(publishConfig.exports ?? {}).map((entry) => basename(entry.default, '.js'))
const commands = Object.values(publishConfig.bin ?? {}).map((path) => basename(path, '.js'))

const compile = (): void => {
  const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url))
  rmSync('dist', { recursive: true, force: true })
  for (const info of globSync('*.tsbuildinfo')) rmSync(info)
  execFileSync(process.execPath, [tsc, '-b', '.'], { stdio: 'inherit' })
}

/** A few constants beside its types: a module of their own would cost every start more than a copy of them does. */
const COPIED = '@svc/protocol'
const installed = Object.keys(dependencies).filter((name) => name !== COPIED)

/** What is imported dynamically stays a file of its own; so do dependencies, whose code is not copied in. */
const bundle = async (): Promise<OutputChunk[]> => {
  const build = await rolldown({
    input: Object.fromEntries([...modules, ...commands].map((name) => [name, `dist/${name}.js`])),
    platform: 'node',
    external: ['node:', ...installed].map((name) => new RegExp(`^${name}`)),
    // Such as an import that is neither a file nor a dependency, which would fail on the user's machine.
    onLog: (_level, { code, message }) => {
      if (code !== 'INEFFECTIVE_DYNAMIC_IMPORT') throw new Error(message)
    },
  })
  const { output } = await build.generate({
    format: 'esm',
    // All in one folder, because a module finds its manifest at `../package.json`.
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    plugins: [builtInsDirectly],
    ...(modules.length > 1 && { codeSplitting: { groups: [together()] } }),
  })
  await build.close()
  return output.filter((file) => file.type === 'chunk')
}

/**
 * Importing a built-in module by name makes Node read each of its exports, and those of `fs` and `util` load streams,
 * parsers and more that nobody asked for: 5 ms of every start.
 */
const builtInsDirectly = {
  name: 'built-ins-directly',
  renderChunk: (code: string): string => {
    const direct = code.replace(
      /^import \{ (.+) \} from "(node:.+)";$/gm,
      (_, names: string, module: string) =>
        `const { ${names.replaceAll(' as ', ': ')} } = process.getBuiltinModule("${module}");`,
    )
    const [missed] = /^import .* from "node:.*$/m.exec(direct) ?? []
    if (missed) throw new Error(`a built-in module is to be imported by the names that are used: ${missed}`)
    return direct
  },
}

/** All that the first entry loads at once is one file, whatever other entries share of it. */
const together = (): { name: string; test: (id: string) => boolean } => {
  const first = leadsTo([`dist/${modules[0]}.js`], /\bfrom ['"](\.[^'"]*)\.js['"]/g, '.js')
  const copied = COPIED in dependencies ? realpathSync(join('node_modules', COPIED)) : undefined
  const isCopied = (id: string) => copied !== undefined && id.startsWith(copied + sep)
  return { name: 'core', test: (id) => isCopied(id) || first.has(relative(process.cwd(), id)) }
}

/** The declarations that the entries lead to; the others are nobody's. */
const declarations = (): Set<string> =>
  leadsTo(
    modules.map((name) => `dist/${name}.d.ts`),
    /['"](\.[^'"]*)\.ts['"]/g,
    '.d.ts',
  )

const leadsTo = (entries: string[], specifiers: RegExp, ending: string): Set<string> => {
  const reached = new Set<string>()
  const visit = (path: string): void => {
    if (reached.has(path)) return
    reached.add(path)
    for (const [, specifier = ''] of readFileSync(path, 'utf8').matchAll(specifiers))
      visit(join(dirname(path), `${specifier}${ending}`))
  }
  for (const path of entries) visit(path)
  return reached
}

compile()
rmSync('lib', { recursive: true, force: true })
mkdirSync('lib')
for (const { fileName, code } of await bundle()) writeFileSync(join('lib', fileName), code)
for (const path of declarations()) cpSync(path, join('lib', relative('dist', path)))
