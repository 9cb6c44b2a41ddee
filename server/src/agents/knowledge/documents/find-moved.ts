import { setImmediate } from 'node:timers/promises'
import { normalized } from '../../../ground/kernel/normalized.ts'
import { ownTurn } from '../../../ground/kernel/own-turn.ts'
import type { Store } from '../../../ground/store/open.ts'
import { isOneOf } from '../../../ground/store/portable.ts'
import { countLines, type Lines, sharedPart } from '../shared-part.ts'
import type { DocumentRow } from './describe.ts'
import { readPushedPaths } from './pushed.ts'

type Reader = Pick<Store, 'dialect' | 'read'>

/** A document whose file is gone. */
type Left = Pick<DocumentRow, 'id' | 'path' | 'hash' | 'bytes'>

/** Finds the document that a new file was, or null; a document is found once. */
export type FindMoved = (file: { path: string; hash: string; content: string }) => Promise<Left | null>

/** Documents whose texts are compared, and their bytes: a reader of more would hold others up. */
const MOST_COMPARED = 50
const LARGEST_COMPARED = 128 * 1024
/** Different lines of all of them: those of 6 MiB of short lines would take a second for each new file. */
const MOST_LINES = 200_000
/** The part of the longer text that both texts have. */
const ALIKE = 0.7

/**
 * Where new files of a push were before: at one of the paths `from`, in a document that a push wrote last. The text is
 * the same, or most of it is and no other document has half as much of it. Of documents with the same text, the one
 * whose file has the same name.
 */
export async function findMoved(reader: Reader, projectId: number, from: string[]): Promise<FindMoved> {
  const left = await readLeft(reader, projectId, from)
  const texts = await readTexts(reader, left)
  const linesOf = await countAll(texts)
  return async ({ path, hash, content }) => {
    const same = left.filter((document) => document.hash === hash)
    const named = same.filter((document) => nameOf(document.path) === nameOf(path))
    const found = single(named) ?? single(same) ?? (same.length > 0 ? null : await alike(content))
    if (found) left.splice(left.indexOf(found), 1)
    return found
  }

  async function alike(content: string): Promise<Left | null> {
    // A longer text has too little in common with any of them.
    if (linesOf.size === 0 || content.length > LARGEST_COMPARED / ALIKE) return null
    const lines = countLines(content)
    const shares: { document: Left; share: number }[] = []
    for (const document of left) {
      const others = linesOf.get(document.id)
      if (others) await setImmediate()
      shares.push({ document, share: sharedPart(lines, others) })
    }
    const [best, next] = shares.sort((one, other) => other.share - one.share)
    return best && best.share >= ALIKE && (next?.share ?? 0) < best.share / 2 ? best.document : null
  }
}

/** By document; none if there are too many to compare. */
async function countAll(texts: Map<number, string>): Promise<Map<number, Lines>> {
  const linesOf = new Map<number, Lines>()
  let count = 0
  for (const [id, text] of texts) {
    await ownTurn()
    const lines = countLines(text)
    linesOf.set(id, lines)
    count += lines.times.size
    if (count > MOST_LINES) return new Map()
  }
  return linesOf
}

const single = (documents: Left[]): Left | null => (documents.length === 1 ? (documents[0] ?? null) : null)

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1)

/** Only what a push wrote last: a text that was changed on the server is not replaced by that of a file. */
async function readLeft({ read, dialect }: Reader, projectId: number, from: string[]): Promise<Left[]> {
  if (from.length === 0) return []
  const pushed = new Set(await readPushedPaths({ read }, projectId, ''))
  const paths = [...new Set(from.map((path) => normalized(path, 'NFC')))].filter((path) => pushed.has(path))
  return read
    .selectFrom('document')
    .innerJoin('document_revision as current', (join) =>
      join.onRef('current.document_id', '=', 'document.id').onRef('current.number', '=', 'document.revision'),
    )
    .select(['document.id', 'document.path', 'document.hash', 'document.bytes'])
    .where('document.project_id', '=', projectId)
    .where('current.source', '=', 'push')
    .where(isOneOf(dialect, 'document.path', paths))
    .orderBy('document.id')
    .execute()
}

async function readTexts({ read, dialect }: Reader, left: Left[]): Promise<Map<number, string>> {
  const compared = left.filter(({ bytes }) => bytes <= LARGEST_COMPARED)
  if (compared.length === 0 || compared.length > MOST_COMPARED) return new Map()
  const rows = await read
    .selectFrom('document')
    .innerJoin('document_revision as current', (join) =>
      join.onRef('current.document_id', '=', 'document.id').onRef('current.number', '=', 'document.revision'),
    )
    .select(['document.id', 'content'])
    .where(
      isOneOf(
        dialect,
        'document.id',
        compared.map(({ id }) => id),
      ),
    )
    .execute()
  return new Map(rows.map(({ id, content }) => [id, content]))
}
