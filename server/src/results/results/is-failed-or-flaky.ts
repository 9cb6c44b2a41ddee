import { sql } from 'kysely'

/** Literal, not bound: only then do both databases use their partial index. */
export const isFailedOrFlaky = (column: string) => sql<boolean>`${sql.ref(column)} in (2, 3)`
