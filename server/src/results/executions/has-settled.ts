import { sql } from 'kysely'

/**
 * True for executions whose failures are whole. Others may have some while they settle or are withdrawn in steps, and so
 * may deleted ones until their rows are gone. Their history is whole while `counted` is 1.
 */
export const hasSettled = sql<boolean>`(execution.settled_at is not null)`
