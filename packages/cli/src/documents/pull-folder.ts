import { randomUUID } from 'node:crypto'
import { lstatSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Operations } from '@svc/api'
import { type FoundDocuments, readDocumentFile } from '@svc/client/documents'
import type { Call } from '../call.ts'
import { askPatiently } from '../server/ask-patiently.ts'
import type { Connection } from '../server/connect.ts'

type Document = Operations['listDocuments']['data'][number]

export interface PullReport {
  /** `kept`: the file was edited here, and no revision has its text; `refused`: it cannot be written, for `reason`. */
  documents: {
    path: string
    outcome: 'created' | 'updated' | 'unchanged' | 'kept' | 'refused'
    reason?: string
  }[]
  /** Files of the folder that no document has. */
  alone: string[]
}

interface Pull {
  /** The real path of the folder. */
  folder: string
  found: FoundDocuments
  project: string
  isDry: boolean
  isOverwriting: boolean
}

/**
 * Writes the project's documents below the prefix into the folder. A file is replaced only if its text is that of an
 * earlier revision: nothing is lost then, and no note of what was pulled has to be kept.
 */
export const pullFolder = async (
  call: Call,
  connection: Connection,
  { folder, found, project, isDry, isOverwriting }: Pull,
): Promise<PullReport> => {
  const { prefix } = found
  const documents = await listBelow(call, connection, project, prefix)
  const pulled: PullReport['documents'] = []
  for (const document of documents) {
    const { path, hash } = document
    const name = path.slice(prefix === '' ? 0 : prefix.length + 1)
    const reason = whyNot(folder, name)
    const local = reason === undefined ? readDocumentFile(join(folder, name)) : undefined
    const outcome =
      reason !== undefined
        ? 'refused'
        : local === undefined
          ? 'created'
          : 'hash' in local && local.hash === hash
            ? 'unchanged'
            : isOverwriting || ('hash' in local && (await isRevision(call, connection, document, local.hash)))
              ? 'updated'
              : 'kept'
    if (!isDry && (outcome === 'created' || outcome === 'updated')) {
      const { data } = await askPatiently(call, connection, (client) =>
        client.getDocument({ id: document.id }),
      )
      replaceFile(join(folder, name), data.content)
    }
    pulled.push({ path, outcome, ...(reason !== undefined && { reason }) })
  }
  const known = new Set(documents.map(({ path }) => path))
  return { documents: pulled, alone: found.files.map(({ path }) => path).filter((path) => !known.has(path)) }
}

const listBelow = async (
  call: Call,
  connection: Connection,
  project: string,
  prefix: string,
): Promise<Document[]> => {
  const documents: Document[] = []
  for (let cursor: string | undefined; ; ) {
    const page = await askPatiently(call, connection, (client) =>
      client.listDocuments({
        project,
        scope: 'project',
        limit: 200,
        ...(prefix !== '' && { folder: prefix }),
        ...(cursor !== undefined && { cursor }),
      }),
    )
    documents.push(...page.data)
    if (page.nextCursor === null) break
    cursor = page.nextCursor
  }
  return documents.sort((one, other) => (one.path < other.path ? -1 : 1))
}

const ENDING = /\.(?:md|mdx|markdown)$/i
/** Names of devices, and characters that Windows does not allow or reads as a place. */
const DEVICE = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i

/** Whoever may write documents chooses their paths: none leads out of the folder, through a link or into git. */
const whyNot = (folder: string, name: string): string | undefined => {
  const parts = name.split('/')
  if (parts.some((part) => part === '' || part === '.' || part === '..' || /[\\:\p{Cc}]/u.test(part)))
    return 'its path names no file of the folder'
  if (parts.some((part) => /^\.git[ .]*$/i.test(part) || DEVICE.test(part) || /[ .]$/.test(part)))
    return 'its path is not allowed for a file'
  if (!ENDING.test(name)) return 'its name does not end with .md, .mdx or .markdown'
  for (let at = 1; at <= parts.length; at++) {
    const about = lstatSync(join(folder, ...parts.slice(0, at)), { throwIfNoEntry: false })
    if (about?.isSymbolicLink()) return `${parts.slice(0, at).join('/')} is a symbolic link here`
    if (about && at < parts.length && !about.isDirectory())
      return `${parts.slice(0, at).join('/')} is a file here`
    if (about?.isDirectory() && at === parts.length) return 'a folder has its name here'
  }
  return undefined
}

const isRevision = async (
  call: Call,
  connection: Connection,
  { id }: Document,
  hash: string,
): Promise<boolean> => {
  for (let cursor: string | undefined; ; ) {
    const { data, nextCursor } = await askPatiently(call, connection, (client) =>
      client.listRevisions({ id, limit: 200, ...(cursor !== undefined && { cursor }) }),
    )
    if (data.some((revision) => revision.hash === hash)) return true
    if (nextCursor === null) return false
    cursor = nextCursor
  }
}

/** A reader, or an end of this command, never finds half of a text. */
const replaceFile = (file: string, content: string): void => {
  mkdirSync(dirname(file), { recursive: true })
  const part = join(dirname(file), `.${randomUUID()}.part`)
  try {
    writeFileSync(part, content, { flag: 'wx' })
    renameSync(part, file)
  } catch (error) {
    rmSync(part, { force: true })
    throw error
  }
}
