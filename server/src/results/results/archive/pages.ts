import type { ResultStatus } from '@svc/protocol'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { type AttemptRow, type ResultRow, VERDICT } from '../../../ground/store/tables.ts'
import type { ArchiveBlock } from './block.ts'
import { blockAfter, readBlock } from './read-blocks.ts'

/** The place of a result in an execution: internal id of its test, number of its part. */
export type Place = readonly [testId: number, part: number]

/** A result's row, with the name of its test. */
export interface NamedRow extends ResultRow {
  key: string
  path: string
  titles: string
  variant: string
  occurrence: number
}

/** One page of results, from their own tables or from an archive. */
export interface ResultsPage {
  rows: NamedRow[]
  /** Attempts of the tests of this page, in key order. */
  attempts: AttemptRow[]
  /** Results of the tests of this page that a re-run superseded. */
  superseded: ResultRow[]
  hasMore: boolean
}

/** Pages of an archived execution's results for `readResults`; unpacks a block once for all its pages. */
export class ArchivePages {
  readonly #store: Store
  readonly #executionId: number
  readonly #verdicts: ReadonlySet<number> | null
  readonly #places: ReadonlySet<string> | null
  /** The page after these places. */
  readonly #tests: ReadonlySet<number> | null
  readonly #range: readonly [firstTest: number, lastTest: number]
  #unpacked: { name: string; block: ArchiveBlock } | null = null

  constructor(
    store: Store,
    wanted: { executionId: number; statuses: ResultStatus[] | null; places?: readonly Place[] },
  ) {
    this.#store = store
    this.#executionId = wanted.executionId
    this.#verdicts = wanted.statuses && new Set(wanted.statuses.map((status) => VERDICT[status]))
    this.#places = wanted.places ? new Set(wanted.places.map(String)) : null
    const tests = wanted.places?.map(([test]) => test)
    this.#tests = tests ? new Set(tests) : null
    this.#range = tests ? [Math.min(...tests), Math.max(...tests)] : [0, Number.MAX_SAFE_INTEGER]
  }

  /**
   * Reads the page of `size` results after a place; `since` distinguishes two archives of the same
   * execution.
   */
  async read(since: number, after: Place | null, size: number): Promise<ResultsPage> {
    const page: ArchiveBlock = { results: [], attempts: [] }
    const superseded: ResultRow[] = []
    const [firstTest, lastTest] = this.#range
    let number = await blockAfter(this.#store.read, this.#executionId, after ?? [firstTest, -1])
    for (; number !== null && page.results.length <= size; number++) {
      const block = await this.#unpack(since, number)
      if (!block) break
      for (const row of block.results)
        if (row.verdict < 0) superseded.push(row)
        else if (page.results.length <= size && this.#isWanted(row) && isAfter(row, after))
          page.results.push(row)
      for (const attempt of block.attempts) page.attempts.push(attempt)
      if ((block.results.at(-1)?.test_id ?? 0) > lastTest) break
    }
    const rows = page.results.slice(0, size)
    const [first, last] = [rows[0]?.test_id ?? 0, rows.at(-1)?.test_id ?? 0]
    const isHere = ({ test_id }: { test_id: number }) =>
      test_id >= first && test_id <= last && (this.#tests?.has(test_id) ?? true)
    return {
      rows: await this.#withNames(rows),
      attempts: page.attempts.filter(isHere),
      superseded: superseded.filter(isHere),
      hasMore: page.results.length > size,
    }
  }

  #isWanted(row: ResultRow): boolean {
    return (
      (this.#verdicts === null || this.#verdicts.has(row.verdict)) &&
      (this.#places === null || this.#places.has(String([row.test_id, row.part])))
    )
  }

  async #unpack(since: number, number: number): Promise<ArchiveBlock | null> {
    const name = `${since}/${number}`
    if (this.#unpacked?.name === name) return this.#unpacked.block
    const block = await readBlock(this.#store.read, this.#executionId, number)
    this.#unpacked = block && { name, block }
    return block
  }

  async #withNames(rows: ResultRow[]): Promise<ResultsPage['rows']> {
    const tests = await this.#store.read
      .selectFrom('test')
      .innerJoin('file', 'file.id', 'test.file_id')
      .select(['test.id', 'test.key', 'file.path', 'test.titles', 'test.variant', 'test.occurrence'])
      .where(isOneOf(this.#store.dialect, 'test.id', [...new Set(rows.map((row) => row.test_id))]))
      .execute()
    const named = new Map(tests.map(({ id, ...names }) => [id, names]))
    return rows.flatMap((row) => {
      const names = named.get(row.test_id)
      return names ? [{ ...row, ...names }] : []
    })
  }
}

const isAfter = (row: ResultRow, after: Place | null) =>
  after === null || row.test_id > after[0] || (row.test_id === after[0] && row.part > after[1])
