import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PACKAGE_SCOPE, PUBLISHED, type Published } from '../../packages/protocol/src/published.ts'

/** Compiles declarations of all sources into a separate folder, so that no other compiler interferes. */
export function compileTypes(workspace: string, folder: string): string {
  mkdirSync(folder, { recursive: true })
  const config = {
    extends: join(workspace, 'tsconfig.base.json'),
    compilerOptions: {
      composite: false,
      incremental: false,
      declaration: true,
      emitDeclarationOnly: true,
      // `types` of the workspace checks them.
      noCheck: true,
      rootDir: join(workspace, 'packages'),
      outDir: folder,
      typeRoots: [join(workspace, 'node_modules/@types')],
    },
    // A command has no types. Each file is named: of files that it only finds as imports of another package, the
    // compiler emits some or none, as its threads happen to meet them.
    include: ['protocol', 'client', ...PUBLISHED.filter((name) => name !== 'cli')].map((name) =>
      join(workspace, 'packages', name, 'src'),
    ),
    exclude: ['**/*.test.ts'].map((pattern) => join(workspace, 'packages', pattern)),
  }
  const path = join(folder, 'tsconfig.json')
  writeFileSync(path, JSON.stringify(config))
  execFileSync(process.execPath, [join(workspace, 'node_modules/typescript/bin/tsc'), '-p', path], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return folder
}

/**
 * The declarations that a package's entry leads to, by file name. Those of private packages come along under a name
 * of their own: `client-options.d.ts`.
 */
export function declarationsOf(name: Published, types: string): Map<string, string> {
  const files = new Map<string, string>()
  const visit = (owner: string, path: string): string => {
    const file = owner === name ? path : `${owner}-${path}`
    if (files.has(file)) return file
    files.set(file, '')
    const text = readFileSync(join(types, owner, 'src', path), 'utf8')
    const own = text.replace(RELATIVE, (_, before: string, target: string, after: string) => {
      const next = join(dirname(path), `${target}.d.ts`)
      return `${before}./${visit(owner, next).replace(/\.d\.ts$/, '.js')}${after}`
    })
    files.set(
      file,
      own.replace(PRIVATE, (_, keyword: string, names: string, from: string) =>
        inlined(types, { keyword, names, from }, visit),
      ),
    )
    return file
  }
  visit(name, 'index.d.ts')
  return files
}

const RELATIVE = /(\bfrom ['"]|\bimport\(['"])\.\/([^'"]+)\.ts(['"])/g
const PRIVATE = new RegExp(
  String.raw`^(import|export)(?: type)? \{ ([^}]*) \} from '${PACKAGE_SCOPE}/(\w+)';`,
  'gm',
)

/** One statement for each name, from the file that declares it. */
function inlined(
  types: string,
  { keyword, names, from }: { keyword: string; names: string; from: string },
  visit: (owner: string, path: string) => string,
): string {
  const index = readFileSync(join(types, from, 'src/index.d.ts'), 'utf8')
  return names
    .split(',')
    .map((each) => each.trim().replace(/^type /, ''))
    .map((each) => {
      const declared = [...index.matchAll(/\{([^}]*)\} from ['"]\.\/([^'"]+)\.ts['"]/g)].find(
        ([, list = '']) =>
          list.split(',').some((one) => one.trim().replace(/^type /, '') === each.split(' as ')[0]),
      )
      if (!declared) throw new Error(`${PACKAGE_SCOPE}/${from} does not declare ${each}`)
      const file = visit(from, `${declared[2]}.d.ts`)
      return `${keyword} type { ${each} } from './${file.replace(/\.d\.ts$/, '.js')}';`
    })
    .join('\n')
}
