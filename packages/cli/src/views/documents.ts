import type { PushReport } from '@svc/client/documents'
import type { Screen } from '../terminal/screen.ts'
import { hanging, oneLine } from '../terminal/text.ts'
import { count } from '../terminal/words.ts'

interface Pushed extends PushReport {
  project: string
  /** Folder on the server. */
  folder: string
  commit: string | undefined
  isDry: boolean
}

/** Outcomes in the order of the summary, as words. */
const WORDS: Record<string, [done: string, dry: string]> = {
  created: ['created', 'created'],
  revised: ['revised', 'revised'],
  wanted: ['not sent', 'to send'],
  moved: ['moved', 'to move'],
  deleted: ['deleted', 'to delete'],
  absent: ['already deleted', 'already deleted'],
  unchanged: ['unchanged', 'unchanged'],
  newer: ['newer on the server', 'newer on the server'],
  conflict: ['in conflict', 'in conflict'],
  outdated: ['of a newer commit', 'of a newer commit'],
  refused: ['refused', 'refused'],
}

export const isWell = ({ documents, isDry }: Pushed): boolean =>
  documents.every(
    ({ outcome }) => outcome !== 'refused' && outcome !== 'conflict' && (outcome !== 'wanted' || isDry),
  )

/** The result of a push, for programs. */
export const pushData = ({ project, folder, commit, isDry, requests, documents, gone }: Pushed) => ({
  project,
  folder,
  ...(commit && { commit }),
  isDry,
  requests,
  counts: countsOf(documents),
  documents,
  gone,
})

const countsOf = (documents: Pushed['documents']): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { outcome } of documents) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}

export const pushLines = (pushed: Pushed, screen: Screen): string[] => {
  const { project, folder, isDry, documents, gone } = pushed
  const counts = countsOf(documents)
  const said = Object.entries(WORDS)
    .filter(([outcome]) => (counts[outcome] ?? 0) > 0)
    .map(([outcome, [done, dry]]) => `${counts[outcome]} ${isDry ? dry : done}`)
  const shown = documents.filter(
    ({ outcome }) => (isDry && outcome === 'wanted') || outcome === 'deleted' || outcome === 'moved',
  )
  const files = documents.filter(({ outcome }) => outcome !== 'deleted' && outcome !== 'absent')
  const isDeleted = documents.some(({ outcome }) => outcome === 'deleted')
  return [
    ...shown.flatMap(({ path, outcome, from }) =>
      hanging(
        `${WORDS[outcome]?.[isDry ? 1 : 0]}: `,
        oneLine(from === undefined ? path : `${from} to ${path}`),
        screen.cells,
      ),
    ),
    ...hanging(
      `${screen.paint(isDry ? 'not sent (--dry-run)' : 'pushed', isDry ? 'yellow' : 'green')}: `,
      `${said.join(', ')}; ${count(files.length, 'file')} for ${project}${folder && `, folder ${folder}`}`,
      screen.cells,
    ),
    ...(gone.length > 0 && !isDeleted
      ? hanging(
          'note: ',
          `${count(gone.length, 'document')} of earlier pushes ${gone.length === 1 ? 'has' : 'have'} no file any more; --delete deletes ${gone.length === 1 ? 'it' : 'them'}`,
          screen.cells,
        )
      : []),
  ]
}

const REASONS: Record<string, string> = {
  newer: 'the server has a newer text, made there; bring it into the repository',
  conflict:
    'it was changed here and on the server; merge the server’s text into the file, or give --overwrite',
  wanted: 'it was not sent; push again',
}

/** One line for each file whose text on the server differs from the local one, and one for each newer commit. */
export const pushTroubles = ({ documents, isDry }: Pushed): string[] => [
  ...documents.flatMap(({ path, outcome, reason }) => {
    if (outcome === 'wanted' && isDry) return []
    const why = outcome === 'refused' ? (reason ?? 'the server refused it') : REASONS[outcome]
    return why === undefined ? [] : [`${path}: ${why}`]
  }),
  ...outdatedLines(documents),
]

const outdatedLines = (documents: Pushed['documents']): string[] => {
  const byCommit = new Map<string, { committedAt: string; paths: string[] }>()
  for (const { path, newerCommit } of documents) {
    if (!newerCommit) continue
    const { sha, committedAt } = newerCommit
    const group = byCommit.get(sha) ?? { committedAt, paths: [] }
    group.paths.push(path)
    byCommit.set(sha, group)
  }
  return [...byCommit].map(([sha, { committedAt, paths }]) => {
    const [first = '', ...more] = paths
    const named = more.length === 0 ? first : `${first} and ${more.length} more`
    return `${named}: commit ${sha.slice(0, 10)} of ${committedAt.slice(0, 16)}Z is newer and was pushed before; push the newest commit, or give --allow-older`
  })
}
