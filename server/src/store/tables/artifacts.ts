import type { Generated } from 'kysely'

/** What tests attached, and the files that hold it. */
export interface ArtifactTables {
  /** One attachment of one attempt, as its reporter declared it. */
  artifact: {
    id: Generated<number>
    public_id: string
    execution_id: number
    part: number
    /** The attempt's entry in the journal of its part. */
    entry: number
    /** Its place among the attachments of the attempt, from 0. */
    number: number
    test_id: number
    /** Which try of the test within its part, from 0. */
    attempt: number
    name: string
    /** As the reporter told it; never trusted where it is served. */
    content_type: string
    size_bytes: number | null
    state: ArtifactStateName
    /** Why it was left out, in words. */
    reason: string | null
    file_id: number | null
    created_at: number
  }
  /** Bytes by their sha256, once for each organization. */
  artifact_file: {
    id: Generated<number>
    organization_id: number
    /** Hexadecimal. */
    sha256: string
    size_bytes: number
    /** Where the store has it; each row has one of its own, so that removing never meets a later arrival. */
    key: string
    /** Null until all of it is there and its sum was checked. */
    stored_at: number | null
    created_at: number
  }
  /** Keys that nobody refers to any more, until the store has removed them. */
  artifact_garbage: { key: string; released_at: number }
}

/** `awaited`: its bytes are to come. `left`: they never will. */
type ArtifactStateName = 'awaited' | 'stored' | 'left'
