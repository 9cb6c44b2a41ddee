import type { PullReport } from '../documents/pull-folder.ts'
import type { Screen } from '../terminal/screen.ts'
import { hanging, oneLine } from '../terminal/text.ts'
import { count } from '../terminal/words.ts'

interface Pulled extends PullReport {
  project: string
  /** Folder on the server. */
  folder: string
  isDry: boolean
}

/** Outcomes in the order of the summary, as words. */
const WORDS = {
  created: ['created', 'to create'],
  updated: ['updated', 'to update'],
  unchanged: ['unchanged', 'unchanged'],
  kept: ['kept as edited here', 'kept as edited here'],
  refused: ['refused', 'refused'],
} as const

const outcomes = Object.keys(WORDS) as (keyof typeof WORDS)[]

const countsOf = ({ documents }: PullReport) =>
  Object.fromEntries(
    outcomes.flatMap((outcome) => {
      const number = documents.filter((each) => each.outcome === outcome).length
      return number === 0 ? [] : [[outcome, number]]
    }),
  )

/** True if each document is here as on the server. */
export const isWhole = ({ documents }: PullReport): boolean =>
  documents.every(({ outcome }) => outcome !== 'kept' && outcome !== 'refused')

/** The result of a pull, for programs. */
export const pullData = ({ project, folder, isDry, documents, alone }: Pulled) => ({
  project,
  folder,
  isDry,
  counts: countsOf({ documents, alone }),
  documents,
  alone,
})

export const pullLines = (pulled: Pulled, { cells, paint }: Screen): string[] => {
  const { project, folder, isDry, documents, alone } = pulled
  const shown = documents.filter(({ outcome }) => outcome === 'created' || outcome === 'updated')
  const counts = Object.entries(countsOf(pulled)).map(
    ([outcome, number]) => `${number} ${WORDS[outcome as keyof typeof WORDS][isDry ? 1 : 0]}`,
  )
  return [
    ...shown.flatMap(({ path, outcome }) =>
      hanging(`${WORDS[outcome][isDry ? 1 : 0]}: `, oneLine(path), cells),
    ),
    ...hanging(
      `${paint(isDry ? 'not written (--dry-run)' : 'pulled', isDry ? 'yellow' : 'green')}: `,
      `${counts.length === 0 ? 'no document' : counts.join(', ')} of ${project}${folder && `, folder ${folder}`}`,
      cells,
    ),
    ...(alone.length > 0
      ? hanging(
          'note: ',
          `${count(alone.length, 'file')} here ${alone.length === 1 ? 'is' : 'are'} no document of the server`,
          cells,
        )
      : []),
  ]
}

/** One line for each document that is not here as on the server. */
export const pullTroubles = ({ documents }: PullReport): string[] =>
  documents.flatMap(({ path, outcome, reason }) =>
    outcome === 'kept'
      ? [`${oneLine(path)}: its file was edited here and stays; docs push sends it, --overwrite replaces it`]
      : outcome === 'refused'
        ? [`${oneLine(path)}: not written, because ${oneLine(reason ?? 'the file cannot be written')}`]
        : [],
  )
