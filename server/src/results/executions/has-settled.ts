import { sql } from 'kysely'

/**
 * True for executions whose failures and history are whole. Others may have some while they settle or are withdrawn in
 * steps, and so may deleted ones until their rows are gone.
 */
export const hasSettled = sql<boolean>`(execution.settled_at is not null)`
