import { posix } from 'node:path'
import { parseSync, Visitor } from 'rolldown/utils'
import { MORE_PACKAGES, PARTS, type Part } from './allowed-imports.ts'

export interface Source {
  /** Relative to the workspace. */
  path: string
  text: string
}

/** One import, with the path of its file or the name of its package. */
export interface Import {
  from: string
  to: string
}

const SERVER = 'server/src/'

/** The imports of a file, in their order: statements, `import()`, imports of types and files of threads. */
export function importsOf({ path, text }: Source): Import[] {
  const specifiers: unknown[] = []
  const add = (node: { source?: { value?: unknown } | null }) => specifiers.push(node.source?.value)
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: ({ source }) => source.type === 'Literal' && specifiers.push(source.value),
    TSImportType: add,
    NewExpression: ({ callee, arguments: [url] }) => {
      if (callee.type !== 'Identifier' || callee.name !== 'Worker' || url?.type !== 'NewExpression') return
      const [file] = url.arguments
      if (file?.type === 'Literal') specifiers.push(file.value)
    },
  }).visit(parseSync(path, text).program)
  return specifiers
    .filter((specifier) => typeof specifier === 'string')
    .map((to) => ({ from: path, to: to.startsWith('.') ? posix.join(posix.dirname(path), to) : to }))
}

/** The imports that no row allows, each with the reason. Tests may import anything. */
export const findViolations = (imports: Import[]): string[] =>
  imports.filter(({ from }) => !isFree(from)).flatMap((each) => refuse(each) ?? [])

/** Tests and the test kit. */
export const isFree = (path: string) => path.endsWith('.test.ts') || path.startsWith(`${SERVER}testing/`)

function refuse({ from, to }: Import): string | undefined {
  const part = partOf(from)
  const why = part ? (isFile(to) ? whyNotFile(part, from, to) : whyNotPackage(part, from, to)) : 'has no row'
  return why && `${from} → ${to}: ${part?.folder ?? ''} ${why}. See tools/boundaries/allowed-imports.ts.`
}

const isFile = (to: string) => /^(?:packages|server|tools|scripts|bench)\//.test(to)

/** The row of a file: none of a folder of the server that is no wing. */
function partOf(path: string): Part | undefined {
  const rows = PARTS.filter(({ folder }) => path.startsWith(`${folder}/`))
  const part = rows.toSorted((a, b) => b.folder.length - a.folder.length)[0]
  return part?.folder === 'server/src' && path.split('/').length > 3 ? undefined : part
}

function whyNotPackage({ packages }: Part, from: string, to: string): string | undefined {
  const more = Object.entries(MORE_PACKAGES).flatMap(([folder, names]) =>
    from.startsWith(`${folder}/`) ? names : [],
  )
  const isAllowed = [...packages, ...more].some((name) =>
    name === 'node'
      ? to.startsWith('node:')
      : name.endsWith('*')
        ? to.startsWith(name.slice(0, -1))
        : to === name,
  )
  return isAllowed ? undefined : 'may not import this package'
}

function whyNotFile({ folder, reads }: Part, from: string, to: string): string | undefined {
  const isOwn = to.startsWith(`${folder}/`) && partOf(to)?.folder === folder
  if (isOwn && (!folder.startsWith('server/') || roomOf(from) === roomOf(to))) return undefined
  // Rooms have the files directly in them as their face, for their own wing, too.
  const isFace = !to.startsWith(SERVER) || to.split('/').length <= 5
  if (isOwn) return isFace ? undefined : 'may not import a private folder of another room'
  const read = reads.find((each) =>
    each.endsWith('/*')
      ? posix.dirname(to) === each.slice(0, -2)
      : `${to}/`.startsWith(`${each.replace('/**', '')}/`),
  )
  if (read === undefined) return 'may not import this part'
  return isFace || read.endsWith('/**') ? undefined : 'may not import a private folder of another wing'
}

const roomOf = (path: string) => path.split('/').slice(0, 4).join('/')
