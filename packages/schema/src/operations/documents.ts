import { LIMITS } from '@svc/protocol'
import { z } from 'zod'
import { operations, readsKnowledge, writesKnowledge } from '../operation.ts'
import { pageOf, pageParameters, wholeNumber } from '../page.ts'
import { ProjectSlug } from '../shapes.ts'

const Time = z.iso.datetime()
const COMMIT = /^[0-9a-f]{40}([0-9a-f]{24})?$/
const Id = z.uuid('must be the id of a document')
const Visibility = z.enum(['project', 'shared'])

/** The documents that a read covers. */
export const KnowledgeScope = z
  .enum(['project', 'shared', 'org'])
  .describe(
    '`project`: documents of the project. `shared`: shared documents of every project. `org`: all documents that the credential may read.',
  )

const Path = z
  .string()
  .min(1)
  .max(LIMITS.documentPathBytes)
  .describe(
    `Posix path of the document in its project, at most ${LIMITS.documentPathBytes} bytes, such as \`docs/architecture.md\`.`,
  )

const Hash = z
  .string()
  .describe('SHA-256 of the text in UTF-8, without a byte order mark and with LF, as hex.')

const Document = z
  .object({
    id: z.uuid(),
    project: z.string().describe('Slug of its home project.'),
    path: Path,
    title: z
      .string()
      .describe(
        'From the request, else the front matter, else the first heading, else the name of the file.',
      ),
    visibility: Visibility.describe('`shared`: every project of the organization may read it.'),
    tags: z.array(z.string()).describe('The tags of its front matter.'),
    revision: z.number().describe('Number of the current revision, from 1.'),
    hash: Hash,
    bytes: z.number().describe('Size of the text in UTF-8.'),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: 'Document' })

/** What tells a document from others of its path or title. */
export const DocumentName = z.object({
  id: z.uuid(),
  project: z.string().describe('Slug of its home project.'),
  path: Path,
})

const Revision = z.object({
  number: z.number(),
  title: z.string(),
  visibility: Visibility,
  hash: Hash,
  bytes: z.number(),
  author: z.string().describe('Name of the key, or address of the person, that wrote it.'),
  source: z.enum(['rest', 'push', 'proposal']),
  commit: z.string().nullable().describe('The commit that it was pushed from.'),
  createdAt: Time,
})

const FrontMatter = z
  .record(z.string(), z.unknown())
  .describe('The YAML at the beginning of the text; empty if it has none.')
const Content = z.string().describe('The whole text, front matter included.')

/** Why a reader must not rely on the fixes of a document. */
export const StaleFix = z
  .object({
    fingerprint: z.string().describe('Of the failure.'),
    because: z.string().describe('Why the fix no longer holds.'),
  })
  .nullable()
  .describe(
    'The newest fix that the document names and that did not last: its failure came back. Null if there is none.',
  )

const Chunk = z.object({
  id: z.string().describe('Stays the same when other parts of the document change.'),
  document: z.object({
    id: z.uuid(),
    project: z.string(),
    path: z.string(),
    title: z.string(),
    visibility: Visibility,
    revision: z.number(),
    stale: StaleFix,
  }),
  position: z.number().describe('Its place in the document, from 0.'),
  headings: z.array(z.string()).describe('The headings above it, outermost first.'),
  content: z.string().describe('Markdown.'),
  tokens: z.number().describe('Estimated tokens of the content.'),
})

const Section = z.object({
  id: z.string().describe('Id of the chunk.'),
  headings: z.array(z.string()),
  tokens: z.number(),
  content: z.string().nullable().describe('Null if it does not fit into maxTokens.'),
})

/** Why a document was not written, or what happened to it. */
const PushOutcome = z
  .enum([
    'created',
    'revised',
    'unchanged',
    'wanted',
    'newer',
    'conflict',
    'outdated',
    'moved',
    'deleted',
    'absent',
    'refused',
  ])
  .describe(
    '`wanted`: send its content. `newer`: the file is an older text of a document that was changed on the server. `conflict`: both were changed. `outdated`: a newer commit was pushed to this path before; see `newerCommit`. `moved`: it was at the path `from`. `refused`: see `error`.',
  )

const PushedFile = z.strictObject({
  path: z.string().min(1).max(2_000),
  hash: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex')
    .optional()
    .describe('Hash of the text, like `hash` of a document. Required without `content`.'),
  content: z.string().optional(),
})

/** Ids of chunks in a query, separated by commas; the limit is the verb's, whose message is clearer. */
const ChunkIds = z
  .string()
  .max(4_000)
  .transform((ids) =>
    ids
      .split(',')
      .map((id) => id.trim())
      .filter((id) => id !== ''),
  )

export const documentOperations = operations({
  putDocument: {
    summary:
      'Writes a document: creates it, or adds a revision to it. The server stores nothing if text, title and visibility are unchanged.',
    method: 'PUT',
    path: '/api/documents',
    ...writesKnowledge,
    bodyBytes: 3 * LIMITS.documentBytes,
    input: z.strictObject({
      project: ProjectSlug.describe('Slug of its home project.'),
      path: Path,
      title: z.string().trim().min(1).max(LIMITS.documentTitleLength).optional(),
      content: z
        .string()
        .describe(
          `Markdown, at most ${LIMITS.documentBytes} bytes and ${LIMITS.documentChunks} sections, with or without YAML front matter.`,
        ),
      visibility: Visibility.optional().describe(
        'Absent: that of the front matter, else the present one, else `project`.',
      ),
      baseRevision: z
        .int()
        .min(0)
        .optional()
        .describe(
          'The revision that the text is based on; 0 for a new document. The server answers CONFLICT if another revision is current.',
        ),
    }),
    output: Document.extend({
      isChanged: z.boolean().describe('False if the document already had this text, title and visibility.'),
    }),
  },
  listDocuments: {
    summary: 'Lists documents without their texts, most recently created first.',
    method: 'GET',
    path: '/api/documents',
    ...readsKnowledge,
    input: z.strictObject({
      project: ProjectSlug.optional(),
      scope: KnowledgeScope.optional().describe(
        'Absent: `project` if a project is given, else `org`. `project` needs a project.',
      ),
      folder: z
        .string()
        .min(1)
        .max(LIMITS.documentPathBytes)
        .optional()
        .describe('Only documents below this folder.'),
      q: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Only documents whose title or path contains this text.'),
      ...pageParameters,
    }),
    output: pageOf(Document),
  },
  listFolders: {
    summary:
      'Lists the folders that have documents, of one project or of all, and the documents directly in one folder. Sorted by project and path.',
    method: 'GET',
    path: '/api/documents/tree',
    ...readsKnowledge,
    input: z.strictObject({
      project: ProjectSlug.optional().describe('Absent: the folders of all projects, and no documents.'),
      folder: z
        .string()
        .max(LIMITS.documentPathBytes)
        .optional()
        .describe('The folder whose documents are listed. Absent or empty: the top folder of the project.'),
    }),
    output: z.object({
      folders: z
        .array(
          z.object({
            project: z.string(),
            path: z.string().describe('Empty for the top of the project.'),
            documents: z.number().describe('Documents directly in it, without those of its subfolders.'),
          }),
        )
        .describe('At most 2,000.'),
      documents: z
        .array(
          z.object({
            id: z.uuid(),
            path: z.string(),
            title: z.string(),
            visibility: Visibility,
            revision: z.number(),
            updatedAt: Time,
          }),
        )
        .describe('At most 500.'),
      truncated: z.boolean().describe('True if there are more folders or documents.'),
    }),
  },
  readDocument: {
    summary:
      'Finds a document by id, path or title, and returns its text: whole if it fits into maxTokens, else by section. `path#heading` returns one section, and the id of a chunk the document from there on. If several documents have the title, or none, the message lists candidates.',
    method: 'GET',
    path: '/api/documents/read',
    ...readsKnowledge,
    input: z.strictObject({
      doc: z
        .string()
        .trim()
        .min(1)
        .max(1_000)
        .describe(
          'Id, path or title, optionally with `#` and a heading; or the id of a chunk to read on from.',
        ),
      project: ProjectSlug.optional(),
      scope: z
        .enum(['project', 'org'])
        .optional()
        .describe('Absent: `project` if a project is given, else `org`. `project` needs a project.'),
      maxTokens: wholeNumber(200, 1_000_000).default(100_000),
    }),
    output: Document.extend({
      frontMatter: FrontMatter,
      content: Content.nullable().describe('Null for one section, or if it does not fit into maxTokens.'),
      section: z.array(z.string()).nullable().describe('The headings of the section that was asked for.'),
      sameName: z
        .array(z.object({ headings: z.array(z.string()), anchor: z.string() }))
        .describe(
          'Further sections of the document with the name that was asked for; `path#anchor` returns one.',
        ),
      otherProjects: z
        .array(DocumentName)
        .describe(
          'Documents of other projects that the same name means, at most 5; only with the scope org.',
        ),
      sections: z.array(Section).describe('Every chunk of what was asked for, in order.'),
      truncated: z.boolean(),
    }),
  },
  getDocument: {
    summary: 'Returns a document with its whole text.',
    method: 'GET',
    path: '/api/documents/:id',
    ...readsKnowledge,
    object: { kind: 'document', parameter: 'id' },
    input: z.strictObject({ id: Id }),
    output: Document.extend({ frontMatter: FrontMatter, content: Content }),
  },
  listRevisions: {
    summary: 'Lists the revisions of a document without their texts, newest first.',
    method: 'GET',
    path: '/api/documents/:id/revisions',
    ...readsKnowledge,
    object: { kind: 'document', parameter: 'id' },
    input: z.strictObject({ id: Id, ...pageParameters }),
    output: pageOf(Revision),
  },
  getRevision: {
    summary: 'Returns one revision of a document with its whole text.',
    method: 'GET',
    path: '/api/documents/:id/revisions/:number',
    ...readsKnowledge,
    object: { kind: 'document', parameter: 'id' },
    input: z.strictObject({ id: Id, number: wholeNumber(1, 2_000_000_000) }),
    output: Revision.extend({ frontMatter: FrontMatter, content: Content }),
  },
  pushDocuments: {
    summary:
      'Writes many documents of a folder, each by itself: one that is refused does not affect the others. Send hashes first, without contents, to learn which contents the server wants. A repeated push changes nothing.',
    method: 'POST',
    path: '/api/documents/push',
    ...writesKnowledge,
    bodyBytes: LIMITS.pushBytes,
    input: z.strictObject({
      project: ProjectSlug.describe('Slug of their home project. The first push creates it.'),
      documents: z.array(PushedFile).max(LIMITS.pushDocuments).default([]),
      remove: z
        .array(z.string().min(1).max(2_000))
        .max(LIMITS.pushDocuments)
        .default([])
        .describe('Paths of documents to delete. The server deletes only documents that were pushed before.'),
      movedFrom: z
        .array(z.string().min(1).max(2_000))
        .max(LIMITS.pushDocuments)
        .default([])
        .describe(
          'Paths of documents whose files are gone. If the text of a new file is that of one of them, or most of it is, the document moves to the new path and keeps its id, revisions and failures.',
        ),
      folder: z
        .string()
        .max(LIMITS.documentPathBytes)
        .optional()
        .describe(
          'If given, `gone` lists the pushed documents below this folder that `documents` does not name; an empty text is the whole project.',
        ),
      visibility: Visibility.optional().describe('For files whose front matter names none.'),
      commit: z
        .string()
        .regex(COMMIT, 'must be the hash of a commit')
        .optional()
        .describe('The commit that the files come from.'),
      committedAt: Time.optional().describe(
        'When `commit` was committed. With it, the server does not replace, move or delete what was pushed from a newer commit. The commit graph of the project decides which one is newer, and the times decide if the graph does not know.',
      ),
      ancestry: z
        .array(
          z.strictObject({
            sha: z.string().regex(COMMIT, 'must be the hash of a commit'),
            parents: z.array(z.string().regex(COMMIT, 'must be the hash of a commit')).max(LIMITS.parents),
          }),
        )
        .max(LIMITS.ancestry)
        .default([])
        .describe('`commit` and commits before it, for the commit graph of the project.'),
      allowOlder: z
        .boolean()
        .default(false)
        .describe('Also replaces, moves and deletes what was pushed from a newer commit.'),
      overwrite: z
        .boolean()
        .default(false)
        .describe('Also replaces texts that were changed on the server since the last push.'),
      dryRun: z
        .boolean()
        .default(false)
        .describe(
          'Changes nothing, and says what would happen; with contents also which ones would be refused.',
        ),
    }),
    output: z.object({
      results: z.array(
        z.object({
          path: z.string(),
          outcome: PushOutcome,
          from: z.string().optional().describe('The earlier path of a document that was moved.'),
          newerCommit: z
            .object({ sha: z.string(), committedAt: Time })
            .optional()
            .describe('The newer commit that was pushed to this path before.'),
          id: z.uuid().nullable(),
          revision: z.number().nullable(),
          error: z.object({ code: z.string(), message: z.string() }).nullable(),
        }),
      ),
      gone: z.array(z.string()).describe('Paths; empty without `folder`.'),
    }),
  },
  deleteDocument: {
    summary:
      'Deletes a document with all its revisions. Open proposals for it become proposals for a new document.',
    method: 'DELETE',
    path: '/api/documents/:id',
    ...writesKnowledge,
    input: z.strictObject({ id: Id }),
    output: z.object({ id: z.uuid(), deletedAt: Time }),
  },
  readChunks: {
    summary:
      'Returns chunks of documents by their ids, in the order of the ids. It names unknown ids beside the known chunks.',
    method: 'GET',
    path: '/api/chunks',
    ...readsKnowledge,
    input: z.strictObject({
      ids: ChunkIds.describe('1 to 20 ids, separated by commas.'),
    }),
    output: z.object({
      chunks: z.array(Chunk),
      unknown: z.array(z.string()).describe('Ids that no chunk has, or none that the credential may read.'),
      similar: z.array(z.string()).describe('Ids that differ little from unknown ones, at most 5.'),
    }),
  },
})
