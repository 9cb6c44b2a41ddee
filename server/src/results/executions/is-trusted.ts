import { sql } from 'kysely'

/** True for executions of CI whose checkout was exactly a commit, and that no fork uploaded. */
export const isCleanCi = sql<boolean>`(execution.trust = 'ci' and execution.dirty = 0)`

/**
 * True for executions that say something about the state of a project: clean ones of CI, and local ones until the
 * project's first CI run.
 */
export const isTrusted = sql<boolean>`(${isCleanCi} or (execution.trust = 'local' and execution.counted = 1))`
