import { AsyncLocalStorage } from 'node:async_hooks'
import { NOT_IN_ANSWERS } from './count-changes.ts'

type Note = (table: string) => void

const making = new AsyncLocalStorage<Note>()

/** Of the tables whose changes do not count, these change no answer. */
const WITHOUT_EFFECT: readonly string[] = ['change_count', 'test_block']

/** What a statement reads of the others. Also a bare column of such a name, which costs only speed. */
const UNCOUNTED = new RegExp(
  `(?:\\bfrom|\\bjoin|,)\\s+"?(${NOT_IN_ANSWERS.filter((table) => !WITHOUT_EFFECT.includes(table)).join('|')})"?(?![\\w".])`,
  'gi',
)

/**
 * Makes a value that may be kept until counted changes end it. Calls `note` for each table that its statements read
 * although changes of the table do not count: kept, such a value would outlive its reasons.
 */
export function watchReads<T>(note: Note, make: () => T): T {
  const outer = making.getStore()
  return making.run((table) => {
    note(table)
    outer?.(table)
  }, make)
}

/** Tells the value that is being made that something read an uncounted table elsewhere, such as in a thread. */
export const noteUncountedRead: Note = (table) => making.getStore()?.(table)

/** Looks at a statement when it is compiled, or when a prepared one runs. */
export function noteStatement(text: string): void {
  const note = making.getStore()
  if (note) for (const [, table = ''] of text.matchAll(UNCOUNTED)) note(table)
}
