import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BOUNDARIES, type Boundary, FREE } from './allowed-imports.ts'

/** An override of `biome.json`. */
export interface Override {
  includes: string[]
  linter: { rules: { style: { noRestrictedImports: object | 'off' } } }
}

const CLOSED =
  'This part has no row in tools/boundaries/allowed-imports.ts yet, so it may import only its own folder.'

/** The linter's rules, general ones first: if several match a file, the last counts. */
export const overridesOf = (workspace: string): Override[] => [
  restrict(['packages/*/src/**', 'server/src/**'], ['**', '!./*'], CLOSED),
  ...BOUNDARIES.flatMap((row) => rulesOf(workspace, row)),
  { includes: FREE, linter: { rules: { style: { noRestrictedImports: 'off' } } } },
]

/** The rules of a part: of its own files, and of those in folders within it, which reach everything by longer paths. */
function rulesOf(workspace: string, row: Boundary): Override[] {
  const { part, packages, rooms, files } = row
  const own = ['**', '!./**', ...packages.flatMap(specifiers), '**/../**']
  // A path with `..` after other segments could lead anywhere.
  const detours = '../*/**/../**'
  const reach = (up: string) => [
    ...rooms.map((room) => `!${up}${room}/*`),
    ...files.map((file) => `!${up}${file}`),
  ]
  const message = `${sentence(row)} See tools/boundaries/allowed-imports.ts.`
  if (part.endsWith('.ts')) {
    const depth = part.split('/').length - 3
    return [restrict([part], [...own, ...reach(depth === 0 ? './' : '../'.repeat(depth)), detours], message)]
  }
  const above = part.split('/').length - 2
  const isWithin = above > 1 && !part.endsWith('/src')
  const siblingsOf = (folder: string) =>
    foldersIn(join(workspace, dirname(folder))).map((name) => `!../${name}/*`)
  const face = isWithin && row.shared === undefined ? ['!../*', ...siblingsOf(part)] : []
  const rules = [restrict([`${part}/**`], [...own, ...face, ...reach('../'.repeat(above)), detours], message)]
  for (let depth = 1; depth <= depthOf(join(workspace, part)); depth++) {
    const parents = Array.from({ length: depth }, (_, i) => `!${'../'.repeat(i + 1)}*`)
    const shared = row.shared ?? foldersIn(join(workspace, part))
    const siblings = shared.map((name) => `!${'../'.repeat(depth)}${name}/*`)
    const group = [...own, ...parents, ...siblings, ...reach('../'.repeat(above + depth))]
    rules.push(restrict([`${part}/${'*/'.repeat(depth)}**`], group, message))
  }
  return rules
}

const specifiers = (name: string) => (name === 'node' ? ['!node:*', '!node:*/*'] : [`!${name}`])

const restrict = (includes: string[], group: string[], message: string): Override => ({
  includes,
  linter: {
    rules: {
      style: { noRestrictedImports: { level: 'error', options: { patterns: [{ group, message }] } } },
    },
  },
})

/** The name of a part as used in texts. */
const nameOf = ({ part }: Boundary) => part.replace(/^packages\/(.*)\/src/, '$1').replace('server/src/', '')

const sentence = (row: Boundary) =>
  `${nameOf(row)} imports only ${[...row.packages, ...row.rooms, ...row.files].join(', ') || 'its own files'}.`

/** The rows of "Who may import whom". */
export const tableOf = (): string =>
  [
    '| part | packages | rooms and files of the server | why |',
    '|---|---|---|---|',
    ...BOUNDARIES.map((row) => {
      const reads = [...row.rooms, ...row.files].join(', ')
      return `| ${nameOf(row)} | ${row.packages.join(', ')} | ${reads} | ${row.why ?? ''} |`
    }),
  ].join('\n')

const foldersIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .map(({ name }) => name)
    .sort()

const depthOf = (folder: string): number =>
  Math.max(0, ...foldersIn(folder).map((name) => 1 + depthOf(join(folder, name))))
