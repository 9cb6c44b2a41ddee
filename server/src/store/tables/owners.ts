import type { Generated } from 'kysely'

/** Who owns which files. */
export interface OwnerTables {
  /** A CODEOWNERS file, once however many executions had it. */
  codeowners: {
    id: Generated<number>
    project_id: number
    /** Of path and content. */
    hash: string
    path: string
    content: string
    /** Space-separated numbers of the lines that GitHub passes over, the first ones. */
    skipped: string
  }
}
