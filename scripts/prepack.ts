/**
 * Builds what is published of the package in the current folder: `tsc -b` makes dist from nothing, and lib is put
 * together from it, with one module for each entry. Every small file more would cost every run that loads it.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
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

/** What is imported dynamically stays a file of its own; so do dependencies, whose code is never copied in. */
const bundle = async (): Promise<OutputChunk[]> => {
  const build = await rolldown({
    input: Object.fromEntries([...modules, ...commands].map((name) => [name, `dist/${name}.js`])),
    platform: 'node',
    external: ['node:', ...Object.keys(dependencies)].map((name) => new RegExp(`^${name}`)),
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
    ...(modules.length > 1 && { codeSplitting: { groups: [together()] } }),
  })
  await build.close()
  return output.filter((file) => file.type === 'chunk')
}

/** All that the first entry loads at once is one file, whatever other entries share of it. */
const together = (): { name: string; test: (id: string) => boolean } => {
  const first = leadsTo([`dist/${modules[0]}.js`], /\bfrom ['"](\.[^'"]*)\.js['"]/g, '.js')
  return { name: 'core', test: (id) => first.has(relative(process.cwd(), id)) }
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
