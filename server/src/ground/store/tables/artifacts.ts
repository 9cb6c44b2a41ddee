import type { Generated } from 'kysely'

/** Attachments of tests, and their files. */
export interface ArtifactTables {
  /** One attachment of one attempt, as declared by its reporter. */
  artifact: {
    id: Generated<number>
    public_id: string
    execution_id: number
    part: number
    /** The attempt's entry in the journal of its part. */
    entry: number
    /** Its position among the attachments of the attempt, from 0. */
    number: number
    test_id: number
    /** The attempt of the test within its part, from 0. */
    attempt: number
    name: string
    /** As the reporter declared it; never trusted when it is served. */
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
    /** Its key in the store; each row has its own, so that a removal never meets a later arrival. */
    key: string
    /** Null until it is complete and its checksum matched. */
    stored_at: number | null
    created_at: number
  }
  /** Unreferenced keys, until the store has removed them. */
  artifact_garbage: { key: string; released_at: number }
}

/** `awaited`: its bytes will follow. `left`: they never will. */
type ArtifactStateName = 'awaited' | 'stored' | 'left'
