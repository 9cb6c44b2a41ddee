import { sql } from 'kysely'

/** Spelled out, not bound: only then do both databases see that their partial index fits. */
export const isBad = (column: string) => sql<boolean>`${sql.ref(column)} in (2, 3)`
