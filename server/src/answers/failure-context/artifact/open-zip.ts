import { type ArchiveBytes, listEntries, readEntry, type ZipEntry } from '@svc/formats/zip'
import type { StoredArtifact } from '../../../results/artifacts/find-artifact.ts'
import { kindOf } from './kind-of.ts'
import { collect, MOST_READ_BYTES, textOf } from './read-text.ts'

interface Unreadable {
  problem: string
}

/** A zip archive whose files are read by name; a name is only compared, never used as a path. */
export interface OpenZip {
  /** The files that contain text, the most useful first. */
  files: { name: string; sizeBytes: number }[]
  /** Files with text behind the most useful ones. */
  left: number
  /** The file that explains the failure; null if no file has text. */
  main: string | null
  find(name: string): ZipEntry | undefined
  read(entry: ZipEntry): Promise<{ text: string; isCut: boolean } | Unreadable>
}

const MIB = 1024 * 1024
/** The size of the directory that is read: some 10,000 files with usual names. */
const LARGEST_DIRECTORY = MIB
const MOST_FILES = 50
/** The size up to which a trace is searched for the names of its attachments. */
const LARGEST_LOG = 2 * MIB

/**
 * Opens an archive from an untrusted source; a damaged or hostile one causes a problem with an
 * explanation.
 */
export async function openZip(artifact: StoredArtifact): Promise<OpenZip | Unreadable> {
  const bytes: ArchiveBytes = {
    size: artifact.sizeBytes,
    async at(place, length) {
      const end = Math.min(place + length, artifact.sizeBytes) - 1
      return end < place ? Buffer.alloc(0) : collect(await artifact.read({ start: place, end }), length)
    },
  }
  const read = async (entry: ZipEntry, most = MOST_READ_BYTES) => {
    try {
      const content = await collect(readEntry(bytes, entry), most)
      if (kindOf(content.subarray(0, 4_096)) !== 'text') return { problem: 'it is not text' }
      return { text: textOf(content), isCut: entry.sizeBytes > content.length }
    } catch (error) {
      return { problem: wordsOf(error) }
    }
  }
  let entries: ZipEntry[]
  try {
    entries = await listEntries(bytes, LARGEST_DIRECTORY)
  } catch (error) {
    return { problem: wordsOf(error) }
  }
  const byName = new Map(entries.toReversed().map((entry) => [entry.name, entry]))
  const attached = await attachmentsIn(byName, read)
  const named = new Map([...byName, ...attached])
  const isText = (name: string) => attached.has(name) || TEXT.test(name)
  // A directory may have 20,000 names, so each is looked at once.
  const files = [...named]
    .filter(([name, { sizeBytes }]) => isText(name) && sizeBytes > 0 && name.length <= 1_000)
    .map(([name, { sizeBytes }]) => ({ name, sizeBytes, rank: usefulness(name) }))
    .sort((a, b) => a.rank - b.rank)
  return {
    files: files.slice(0, MOST_FILES).map(({ name, sizeBytes }) => ({ name, sizeBytes })),
    left: Math.max(0, files.length - MOST_FILES),
    main: files[0]?.name ?? null,
    find: (name) => named.get(name),
    read,
  }
}

const TEXT =
  /\.(?:md|txt|log|json|jsonl|ndjson|ya?ml|xml|html?|csv|trace|network|stacks|[cm]?[jt]sx?|diff|patch)$/i

/**
 * The order in which files help to explain a failure: the error's context, logs, the trace,
 * sources, the rest.
 */
function usefulness(name: string): number {
  const order = [
    /error-context/i,
    /(?:^|\/)std(?:out|err)$|\.(?:log|txt|md)$/i,
    /(?:^|\/)test\.trace$/,
    /\.trace$/,
  ]
  const at = order.findIndex((pattern) => pattern.test(name))
  return at < 0 ? order.length : at
}

/** Texts that a test attached, by their given names: in a Playwright trace, file names are hashes. */
async function attachmentsIn(
  entries: ReadonlyMap<string, ZipEntry>,
  read: (entry: ZipEntry, most: number) => Promise<{ text: string } | Unreadable>,
): Promise<Map<string, ZipEntry>> {
  const found = new Map<string, ZipEntry>()
  const log = entries.get('test.trace') ?? entries.get('trace.trace')
  const content = log && (await read(log, LARGEST_LOG))
  if (!content || 'problem' in content) return found
  for (const line of linesOf(content.text, '"attachments"'))
    for (const { name, contentType, file, sha1 } of attachmentsOf(line)) {
      const entry = entries.get(file ?? `resources/${sha1}`)
      if (entry && /^text\/|json|xml|yaml/i.test(contentType) && !entries.has(name)) found.set(name, entry)
    }
  return found
}

/** The lines that contain a text. The others are not looked at: a trace may have millions. */
function* linesOf(text: string, wanted: string): Iterable<string> {
  for (let at = text.indexOf(wanted); at >= 0; ) {
    const next = text.indexOf('\n', at)
    const end = next < 0 ? text.length : next
    yield text.slice(text.lastIndexOf('\n', at) + 1, end)
    at = text.indexOf(wanted, end)
  }
}

interface TraceAttachment {
  name: string
  contentType: string
  file?: string
  sha1?: string
}

function attachmentsOf(line: string): TraceAttachment[] {
  try {
    const event: unknown = JSON.parse(line)
    const listed = (event as { attachments?: unknown } | null)?.attachments
    return Array.isArray(listed)
      ? listed.filter((one) => typeof one?.name === 'string' && typeof one?.contentType === 'string')
      : []
  } catch {
    return []
  }
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 200)
