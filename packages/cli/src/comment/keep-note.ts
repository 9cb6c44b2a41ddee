import { pauseMs, sleep } from '@svc/client/cli'
import { HostRefusal } from './call-host.ts'
import type { Host, Note } from './host.ts'

/** The server's text of a pull request. */
export interface Text {
  revision: number
  /** Its first line is the marker. */
  markdown: string
}

interface Keeping {
  host: Host
  /** Returns the text in at most this many bytes. */
  read(maxBytes: number): Promise<Text>
}

export type Kept =
  /** `foreign` counts the notes of other authors that begin with the marker: anyone can write it. */
  | { kind: 'created' | 'updated' | 'unchanged'; url: string; revision: number; foreign: number }
  /** Merged or closed, without an existing note. */
  | { kind: 'closed' }

/** Twenty jobs that end at once need far fewer rounds. */
const MOST_ROUNDS = 20
/** Attempts if the note disappears. */
const MOST_TRIES = 3
/** Bytes to request from the server, in turn, until the host accepts the text. */
const SIZES = [60_000, 30_000, 20_000, 10_000, 4_000]

/**
 * Updates the one note of a merge or pull request. Repeats while the server has a newer revision, so that concurrent
 * jobs lose no section.
 */
export const keepNote = async ({ host, read }: Keeping): Promise<Kept> => {
  const isOpen = await host.isOpen()
  const thread = await openThread(host)
  let text = await read(SIZES[0] ?? 0)
  const marker = markerOf(host.toOwnMarkdown(text.markdown))
  let kept: Note | undefined
  let kind: 'created' | 'updated' | 'unchanged' = 'unchanged'
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const written = await write(host, thread, { read, text, marker, mayCreate: isOpen })
    if (written === undefined) return { kind: 'closed' }
    kept = written.note
    if (kind === 'unchanged' || written.kind === 'created') kind = written.kind
    const now = await read(SIZES[0] ?? 0)
    if (now.revision <= text.revision) break
    text = now
    // Random backoff, so that concurrent jobs do not collide again.
    await sleep(100 + Math.random() * 400)
  }
  return { kind, url: kept?.url ?? '', revision: text.revision, foreign: thread.foreign }
}

/** Returns the text in the host's Markdown, with fewer details if it would be too long. */
export const fitted = async (
  host: Pick<Host, 'mostCharacters' | 'toOwnMarkdown'>,
  read: Keeping['read'],
  text: Text,
  from = 0,
): Promise<string> => {
  let body = from === 0 ? host.toOwnMarkdown(text.markdown) : ''
  for (let size = from; from > 0 || body.length > host.mostCharacters; size += 1) {
    const bytes = SIZES[size]
    if (bytes === undefined) break
    body = host.toOwnMarkdown((await read(bytes)).markdown)
    if (body.length <= host.mostCharacters) break
  }
  return body
}

const markerOf = (body: string) => body.split('\n', 1)[0]?.trim() ?? ''

interface Thread {
  /** The token's user; taken from its first note if the host does not say. */
  me: string | undefined
  /** Authors whose notes the host did not let the token change. */
  others: Set<string>
  /** Notes with the marker that are not the token's, in the last list. */
  foreign: number
}

const openThread = async (host: Host): Promise<Thread> => ({
  me: await host.whoAmI(),
  others: new Set(),
  foreign: 0,
})

interface Writing {
  read: Keeping['read']
  text: Text
  marker: string
  mayCreate: boolean
}

const write = async (
  host: Host,
  thread: Thread,
  writing: Writing,
): Promise<{ note: Note; kind: 'created' | 'updated' | 'unchanged' } | undefined> => {
  for (let tried = 1; ; tried += 1) {
    const [oldest, ...others] = await ownNotes(host, thread, writing.marker)
    if (!oldest && !writing.mayCreate) return undefined
    if (!oldest) {
      const made = await shrinking(host, writing, (body) => host.create(body)).catch((error: unknown) => {
        if (tried >= MOST_TRIES || !mayHaveWritten(error)) throw error
      })
      if (made === undefined) {
        // The list says whether the note exists: it is created again only if it does not.
        await sleep(pauseMs(tried))
        continue
      }
      thread.me ??= made.author || undefined
      // Two jobs that race both create a note: the oldest stays.
      const [first = made, ...later] = await ownNotes(host, thread, writing.marker)
      await removeAll(host, thread, later)
      if (first.id === made.id) return { note: made, kind: 'created' }
      continue
    }
    try {
      const body = await fitted(host, writing.read, writing.text)
      if (oldest.body.trim() === body.trim()) {
        await removeAll(host, thread, others)
        return { note: oldest, kind: 'unchanged' }
      }
      const note = await shrinking(host, writing, (fitting) => host.update(oldest.id, fitting), body)
      thread.me ??= note.author || undefined
      await removeAll(host, thread, others)
      return { note: { ...note, url: note.url || oldest.url }, kind: 'updated' }
    } catch (error) {
      if (!(error instanceof HostRefusal) || tried >= MOST_TRIES + thread.others.size) throw error
      // Deleted meanwhile, or written by another user.
      if (error.status === 403 && !error.isLimit && thread.me === undefined) thread.others.add(oldest.author)
      else if (error.status !== 404) throw error
    }
  }
}

/** True if the answer to a write was lost, or came from a proxy of the host. */
const mayHaveWritten = (error: unknown): boolean =>
  error instanceof HostRefusal && (error.status === 0 || error.status >= 500)

/**
 * The notes of the token's user. If the user is unknown, they are those that the host may let it change; without such a
 * host, none: the author of a new note then says who the user is. Sorted by number, because times have only seconds.
 */
const ownNotes = async (host: Host, thread: Thread, marker: string): Promise<Note[]> => {
  const { me, others } = thread
  const isOwn = ({ author }: Note) =>
    me === undefined ? host.protectsNotes && !others.has(author) : author === me
  const marked = (await host.list()).filter(({ body }) => markerOf(body) === marker)
  const own = marked.filter(isOwn).sort((a, b) => Number(a.id) - Number(b.id))
  thread.foreign = marked.length - own.length
  return own
}

/** Removes only notes that the token's user certainly wrote. */
const removeAll = async (host: Host, { me }: Thread, notes: Note[]): Promise<void> => {
  for (const { id, author } of notes)
    if (me !== undefined && author === me)
      await host.remove(id).catch((error: unknown) => {
        if (!(error instanceof HostRefusal) || error.status !== 404) throw error
      })
}

/** True if the host rejected the length: GitHub and proxies by status, other hosts by message. */
const isTooLong = ({ status, message }: HostRefusal): boolean =>
  status === 413 ||
  status === 422 ||
  (status === 400 && /too (?:long|large|big)|maximum|at most|less than|exceed/i.test(message))

const shrinking = async <T>(
  host: Host,
  { read, text }: Writing,
  act: (body: string) => Promise<T>,
  given?: string,
): Promise<T> => {
  let body = given ?? (await fitted(host, read, text))
  for (let size = 1; ; size += 1) {
    try {
      return await act(body)
    } catch (error) {
      if (!(error instanceof HostRefusal) || !isTooLong(error) || size >= SIZES.length) throw error
      body = await fitted(host, read, text, size)
    }
  }
}
