import type { ColumnType, Generated } from 'kysely'

type NullUnlessGiven<T> = ColumnType<T | null, T | null | undefined, T | null>

/** Documents with their revisions and chunks, proposals, templates, and ties to failures. */
export interface KnowledgeTables {
  /** A Markdown document; its text is that of its current revision. */
  document: {
    id: Generated<number>
    public_id: string
    /** Its home; a shared document has one too, and is deleted with it. */
    project_id: number
    /** Posix, relative, unique in its project; case decides. */
    path: string
    title: string
    /** The title in NFKC and lower case, by which it is found. */
    title_key: string
    /** `shared`: every project of the organization may read it. */
    visibility: 'project' | 'shared'
    /** JSON array of texts: the tags of its front matter. */
    tags: string
    /** Of the current text, in UTF-8. */
    bytes: number
    /** The number of the current revision, from 1. */
    revision: number
    /** The kind of rules that it states; null for any other document. */
    category: NullUnlessGiven<'architecture' | 'patterns' | 'contracts'>
    /** sha256 of the current text, hex: pushes compare it. */
    hash: string
    created_at: number
    updated_at: number
    /** The revision whose chunks are current. Search shows them once `document_search` has it, too. */
    indexed_revision: number
  }
  /** Each version of a document's text; append-only. */
  document_revision: {
    document_id: number
    number: number
    project_id: number
    title: string
    visibility: 'project' | 'shared'
    hash: string
    /** The name of the person, or of the key, who wrote it. */
    author: string
    source: 'rest' | 'push' | 'proposal'
    /** Set if an accepted proposal made it. */
    proposal_id: NullUnlessGiven<number>
    /** Set if the sender named the commit it was pushed from. */
    commit_sha: NullUnlessGiven<string>
    /** 1 if agents may follow its writer; see `isVouching`. */
    is_vouched: ColumnType<number, number | undefined, never>
    created_at: number
    /** Of `content`, in UTF-8. */
    bytes: number
    /** JSON object: the front matter; `{}` if it has none. */
    front_matter: string
    /** The whole file, front matter included, in the form of `toDocumentText`. */
    content: string
  }
  /**
   * A piece of a document's text, under one heading: of the current text, or of an earlier one that search shows until
   * it has the current one. A row keeps its text.
   */
  chunk: {
    id: Generated<number>
    /**
     * Given by the document, the headings and the place below them; see `assignIds`. Edits elsewhere keep it. Unique
     * among current chunks.
     */
    public_id: string
    document_id: number
    project_id: number
    /** The order in its document, from 0. */
    position: number
    /** JSON array of the headings above it, outermost first. */
    headings: string
    /** Markdown. */
    content: string
    /** Of `headings` and `content`, hex: an unchanged chunk is not indexed again. */
    hash: string
    /** By `kernel/tokens.ts`. */
    tokens: number
    /** Float32, little-endian, of length 1; null until it is made. */
    embedding: NullUnlessGiven<Buffer>
    /** The model that made `embedding`. */
    embedding_model: NullUnlessGiven<string>
    /** The document's revision that brought it. */
    since_revision: number
    /** The first revision without it; null for a current chunk. */
    until_revision: NullUnlessGiven<number>
  }
  /** A change of a document that waits for a person, or was decided. */
  proposal: {
    id: Generated<number>
    public_id: string
    project_id: number
    /** Null if it proposes a new document, or if the document was deleted. */
    document_id: NullUnlessGiven<number>
    path: string
    /** The revision that it would replace; 0 for a new document. */
    base_revision: number
    content: string
    visibility: 'project' | 'shared'
    evidence: string
    reasoning: string
    state: 'open' | 'accepted' | 'rejected'
    /** The credential that proposed it, as in `Caller.credential`. */
    author_credential: string
    author: string
    /** 1 if an API key proposed it. */
    is_by_key: number
    decided_by: NullUnlessGiven<string>
    decided_because: NullUnlessGiven<string>
    decided_at: NullUnlessGiven<number>
    /** When its author's credential received the outcome. */
    told_at: NullUnlessGiven<number>
    created_at: number
    /** Unified, between its base revision and its content, which never change; null until somebody reads it. */
    diff: NullUnlessGiven<string>
    /** 1 if `diff` is only the first part. */
    diff_is_cut: NullUnlessGiven<number>
  }
  /** A template of an organization or of one project; it overrides the built-in one of its path. */
  template: {
    id: Generated<number>
    public_id: string
    organization_id: number
    /** Null if it belongs to all projects of its organization. */
    project_id: number | null
    path: string
    category: 'architecture' | 'patterns' | 'contracts'
    title: string
    content: string
    updated_at: number
    author: string
  }
  /**
   * The commit whose push last decided about a path: that its document is as in the commit, or that none is there.
   */
  pushed_path: {
    project_id: number
    path: string
    commit_sha: string
    /** At most the time of the push, so that a wrong clock cannot make a commit newer than all later ones. */
    committed_at: number
  }
  /** A deleted document that has rows of its index, chunks or revisions left. */
  deleted_document: {
    document_id: number
    project_id: number
  }
  /** A document that explains a failure. */
  document_failure: {
    document_id: number
    project_id: number
    /** See `failure_cluster.fingerprint`. */
    fingerprint: string
    cause: NullUnlessGiven<string>
    fix: NullUnlessGiven<string>
    /** The commit that fixed it: if the failure comes back after it, the knowledge is stale. */
    fix_sha: NullUnlessGiven<string>
    tied_at: number
    author: string
  }
}
