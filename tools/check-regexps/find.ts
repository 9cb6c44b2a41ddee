import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'rolldown/parseAst'

/** Sources that read what others write: requests, reports of other tools, the CI's environment, answers of servers. */
const SOURCES = [
  'server/src/**/*.ts',
  'packages/{protocol,schema,client,formats,action,cli}/src/**/*.ts',
  'packages/dashboard/src/**/*.{ts,tsx}',
]

/** They read only the user's own configuration, on the user's own machine. */
const OWN_CONFIGURATION = /^packages\/cli\/src\/(?:doctor|init|project)\//

/** Expressions that need a value of a run. Each file has a sample for the checker, or a reason to have none. */
const BUILT_LATE: Record<string, () => Promise<RegExp[]>> = {
  // The checker does not finish on its 30 alternatives. Megabytes of any beginning of one take 0.2 s.
  'packages/client/src/redact.ts': async () => [],
  'packages/client/src/clean.ts': async () => [/(?<![\w./\\-])(?:file:\/\/\/?)?\/home\/ci[\\/]/g],
  // Its alternatives are literals of the same file, which are checked one by one.
  'packages/dashboard/src/pages/knowledge/plain-snippet.ts': async () => [],
  // The pattern is an argument of the user's own command.
  'packages/formats/src/map.ts': async () => [],
}

/** A regular expression of the sources. */
export interface Found {
  source: string
  flags: string
  /** Relative to the root. */
  file: string
}

interface Sources {
  literals: Found[]
  /** Files that call the constructor `RegExp`, once for each call. */
  constructing: string[]
}

/** All regular expression literals of the sources, and the files that build further ones. */
function findRegexps(root: string): Sources {
  const found: Sources = { literals: [], constructing: [] }
  for (const file of globSync(SOURCES, { cwd: root }).sort()) {
    if (/\.test\.ts$|(?:^|\/)testing\//.test(file) || OWN_CONFIGURATION.test(file)) continue
    const { literals, constructed } = regexpsIn(
      readFileSync(join(root, file), 'utf8'),
      file.endsWith('x') ? 'tsx' : 'ts',
    )
    found.literals.push(...literals.map((one) => ({ ...one, file })))
    for (let i = 0; i < constructed; i++) found.constructing.push(file)
  }
  return found
}

interface Node {
  type: string
  regex?: { pattern: string; flags: string }
  callee?: { name?: string }
}

/** The literals of a TypeScript text, and how often it calls the constructor. */
export function regexpsIn(text: string, lang: 'ts' | 'tsx' = 'ts') {
  const literals: Omit<Found, 'file'>[] = []
  let constructed = 0
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, regex, callee } = node as Node
    if (type === 'Literal' && regex) literals.push({ source: regex.pattern, flags: regex.flags })
    if ((type === 'NewExpression' || type === 'CallExpression') && callee?.name === 'RegExp') constructed++
    for (const child of Object.values(node)) visit(child)
  }
  visit(parseAst(text, { lang }))
  return { literals, constructed }
}

/** The expressions that these files build when they are loaded. Throws if one builds them later, in a function. */
async function loadRegexps(root: string, files: string[]): Promise<Found[]> {
  const built: Found[] = []
  const Original = globalThis.RegExp
  globalThis.RegExp = new Proxy(Original, {
    construct(target, args, newTarget) {
      const { source, flags } = Reflect.construct(target, args, newTarget) as RegExp
      // The first frame is this function.
      const caller = new Error().stack?.split('\n')[2] ?? ''
      const file = files.find((one) => caller.includes(one))
      if (file !== undefined) built.push({ source, flags, file })
      return Reflect.construct(target, args, newTarget)
    },
  })
  try {
    // Another test of the process may have loaded it; by another address it is loaded again.
    for (const file of new Set(files)) await import(`${join(root, file)}?checked`)
  } finally {
    globalThis.RegExp = Original
  }
  const countOf = (file: string) => files.filter((one) => one === file).length
  const late = files.find((file) => built.filter((one) => one.file === file).length < countOf(file))
  if (late !== undefined)
    throw new Error(
      `${late} builds an expression in a function. Build it when the module loads, to have it checked.`,
    )
  return built
}

async function sampleLate(): Promise<Found[]> {
  const samples: Found[] = []
  for (const [file, sample] of Object.entries(BUILT_LATE))
    for (const { source, flags } of await sample()) samples.push({ source, flags, file })
  return samples
}

/** All expressions of the sources, written out or built of pieces. */
export async function findAll(root: string): Promise<Found[]> {
  const { literals, constructing } = findRegexps(root)
  const early = constructing.filter((file) => !Object.hasOwn(BUILT_LATE, file))
  return [...literals, ...(await loadRegexps(root, early)), ...(await sampleLate())]
}
