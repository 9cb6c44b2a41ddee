/** The rows one execution came to, as columns in the order of their table's key, without the execution's id. */
export interface StoredRows {
  result: Table
  attempt: Table
  reason: Table
  file: Table
  test: Table
}

export interface Table {
  columns: string[]
  rows: Cell[][]
}

export type Cell = string | number | null

/** What the benchmark's first run left in a database that holds no other. */
export const STORED = {
  result:
    'select test_id, part, verdict, start_ms, duration_us, reason_id from result order by test_id, part',
  attempt: `select test_id, part, entry, repeat, status, start_ms, duration_us, reasons, detail from attempt
    order by test_id, part, entry`,
  reason: 'select hash, kind, fingerprint, message, detail from reason order by hash',
  file: 'select path from file order by id',
  test: 'select key, file_id, titles, variant, occurrence, first_seen_at from test order by id',
} as const satisfies Record<keyof StoredRows, string>

/** The same values in every row, for a column the copy gives anew. */
export const repeated = (value: number, count: number): number[] => new Array<number>(count).fill(value)
