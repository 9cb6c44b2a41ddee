import type { Generated } from 'kysely'

/** The owners of files. */
export interface OwnerTables {
  /** A CODEOWNERS file, deduplicated between executions. */
  codeowners: {
    id: Generated<number>
    project_id: number
    /** Of path and content. */
    hash: string
    path: string
    content: string
    /** Space-separated numbers of the first lines that GitHub ignores. */
    skipped: string
  }
}
