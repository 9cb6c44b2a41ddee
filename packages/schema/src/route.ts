import type { Operation, PublicOperation } from './operation.ts'

type Row = Operation | PublicOperation

/** An operation without its schemas: what a transport needs to mount it, and to check access. */
export type Route<T extends Row> = Omit<T, 'summary' | 'input' | 'output'> & {
  /** Set if the output is a page of a list. */
  isPage?: true
}

/** A table of operations for those who mount it before they need its schemas. */
export interface Routes<Kind extends Row, T extends Record<string, Kind>> {
  rows: Record<keyof T, Route<Kind>>
  /** Loads the table: its schemas take ten times as long as everything else about a route. */
  load: () => Promise<T>
}

/** `tsc` fails if the rows are not those of the table. */
type RowsOf<T extends Record<string, Row>> = { [Name in keyof T]: Route<T[Name]> }

export const routesOf = <T extends Record<string, Operation>>(
  rows: NoInfer<RowsOf<T>>,
  load: () => Promise<T>,
): Routes<Operation, T> => ({ rows: rows as Routes<Operation, T>['rows'], load })

export const publicRoutesOf = <T extends Record<string, PublicOperation>>(
  rows: NoInfer<RowsOf<T>>,
  load: () => Promise<T>,
): Routes<PublicOperation, T> => ({ rows: rows as Routes<PublicOperation, T>['rows'], load })
