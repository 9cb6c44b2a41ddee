import { LIMITS } from '@svc/protocol'
import { type DocumentFile, type FoundDocuments, readDocumentFile } from './find-documents.ts'

/** The body of `POST /api/documents/push`. */
export interface PushBody {
  project: string
  documents?: { path: string; hash?: string; content?: string }[]
  remove?: string[]
  movedFrom?: string[]
  folder?: string
  visibility?: 'project' | 'shared'
  commit?: string
  committedAt?: string
  ancestry?: { sha: string; parents: string[] }[]
  allowOlder?: boolean
  overwrite?: boolean
  dryRun?: boolean
}

export interface NewerCommit {
  sha: string
  /** As an ISO date. */
  committedAt: string
}

export interface PushAnswer {
  results: {
    path: string
    outcome: string
    from?: string
    newerCommit?: NewerCommit
    revision: number | null
    error: { code: string; message: string } | null
  }[]
  gone: string[]
}

export interface PushOptions {
  project: string
  visibility?: 'project' | 'shared' | undefined
  isDry: boolean
  /** Deletes documents of earlier pushes whose files no longer exist. */
  isDeleting: boolean
  /** Replaces texts that were changed on the server. */
  isOverwriting: boolean
  /** Replaces what was pushed from a newer commit. */
  isAllowingOlder: boolean
  /** Receives the number of contents that were sent. */
  onProgress?: (sent: number, all: number) => void
}

/** What became of one document. */
export interface PushedDocument {
  path: string
  /** As the operation returns it; for a dry run, `wanted` is what a push would send. */
  outcome: string
  /** The earlier path of a document that was moved. */
  from?: string
  /** The commit that is newer than that of the push. */
  newerCommit?: NewerCommit
  reason?: string
}

export interface PushReport {
  documents: PushedDocument[]
  /**
   * Documents of earlier pushes that are no longer in the folder; with `isDeleting`, they are among
   * the documents.
   */
  gone: string[]
  requests: number
}

/**
 * The amount of text that the server reads within a second even if it is busy, because the client
 * gives up after 10 s of silence.
 */
const BATCH_BYTES = 128 * 1024
const BATCH_DOCUMENTS = 100
/** The number of concurrent batches: the server reads one while the other is transferred. */
const AT_ONCE = 2

/**
 * Sends the hashes of all files in one request, then the contents that the server wants. `send` throws what it cannot
 * send. Documents that were sent stay, and the next push continues there.
 */
export async function pushDocuments(
  { files, broken, prefix, commit }: FoundDocuments,
  { project, visibility, isDry, isDeleting, isOverwriting, isAllowingOlder, onProgress }: PushOptions,
  send: (body: PushBody) => Promise<PushAnswer>,
): Promise<PushReport> {
  if (files.length > LIMITS.pushDocuments)
    throw new Error(
      `there are ${files.length} documents, and a push can have at most ${LIMITS.pushDocuments}; push the folders in it one by one`,
    )
  const common: PushBody = {
    project,
    overwrite: isOverwriting,
    ...(visibility && { visibility }),
    ...(commit && { commit: commit.sha, committedAt: commit.committedAt, ancestry: commit.ancestry }),
    ...(commit && isAllowingOlder && { allowOlder: true }),
  }
  let requests = 0
  const ask = (part: Omit<PushBody, 'project'>): Promise<PushAnswer> => {
    requests++
    return send({ ...common, ...part })
  }
  const documents = new Map<string, PushedDocument>(
    broken.map(({ path, reason }) => [path, { path, outcome: 'refused', reason }]),
  )
  const note = ({ results }: PushAnswer) => {
    for (const { path, outcome, from, newerCommit, error } of results)
      documents.set(path, {
        path,
        outcome,
        ...(from && { from }),
        ...(newerCommit && { newerCommit }),
        ...(error && { reason: error.message }),
      })
  }
  const first = await ask({
    documents: files.map(({ path, hash }) => ({ path, hash })),
    folder: prefix,
    // Not dry, so that the server knows which commit it has the unchanged texts of.
    dryRun: isDry,
  })
  note(first)
  const wanted = files.filter(({ path }) => documents.get(path)?.outcome === 'wanted')
  // A file that could not be read still exists.
  const left = first.gone.filter((path) => !documents.has(path))
  const moves = isDeleting && left.length > 0 ? { movedFrom: left } : {}
  let sent = 0
  await inParallel(batchesOf(wanted), async (batch) => {
    const contents = batch.flatMap(({ path, file }) => {
      const read = readDocumentFile(file)
      if (read && 'text' in read) return [{ path, content: read.text }]
      documents.set(path, { path, outcome: 'refused', reason: read?.reason ?? 'its file is gone' })
      return []
    })
    // In a dry run the server reads them, to say which it would refuse.
    if (contents.length > 0) note(await ask({ documents: contents, ...moves, dryRun: isDry }))
    sent += batch.length
    onProgress?.(sent, wanted.length)
  })
  const moved = new Set([...documents.values()].map(({ from }) => from))
  const gone = left.filter((path) => !moved.has(path))
  if (isDeleting && gone.length > 0) note(await ask({ remove: gone, dryRun: isDry }))
  return { documents: [...documents.values()].sort(byPath), gone, requests }
}

const byPath = (a: PushedDocument, b: PushedDocument): number => (a.path < b.path ? -1 : 1)

function batchesOf(files: DocumentFile[]): DocumentFile[][] {
  const batches: DocumentFile[][] = []
  let bytes = 0
  for (const file of files) {
    const last = batches.at(-1)
    const isFull = bytes + file.bytes > BATCH_BYTES || (last?.length ?? 0) >= BATCH_DOCUMENTS
    if (!last || isFull) {
      batches.push([file])
      bytes = 0
    } else last.push(file)
    bytes += file.bytes
  }
  return batches
}

/** Stops at the first error, after the current requests. */
async function inParallel<T>(items: T[], work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift())
      await work(item).catch((error: unknown) => {
        waiting.length = 0
        throw error
      })
  }
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
