import { pauseMs, sleep } from './retry.ts'

/** A comment on a merge or pull request. */
export interface HostComment {
  id: string
  /** Its Markdown source. */
  body: string
  url: string
  /** The host's id or unique name of the author; empty if unknown. */
  author: string
}

/** A host's rejection of a request. */
export interface HostError extends Error {
  /** The status of the answer; 0 or undefined if no answer arrived. */
  status: number | undefined
  /** True for a rate limit, which GitHub reports with the status of a missing permission. */
  isLimit: boolean
}

/** The comments of a merge or pull request on a code host. All methods throw a `HostError`. */
export interface CommentHost {
  /** Characters of a comment that the host accepts. */
  mostCharacters: number
  /** Converts the server's text to the host's Markdown. */
  toOwnMarkdown(markdown: string): string
  /** True if the host rejects changes of comments that the token's user did not write. */
  protectsNotes: boolean
  /** The token's user or app, as `author` of its comments; undefined if the host does not say. */
  whoAmI(): Promise<string | undefined>
  /** All comments, in any order. */
  list(): Promise<HostComment[]>
  create(body: string): Promise<HostComment>
  update(id: string, body: string): Promise<HostComment>
  remove(id: string): Promise<void>
}

/** The server's text of a pull request. */
export interface CommentText {
  revision: number
  /** Its first line is the marker. */
  markdown: string
}

interface Keeping {
  host: CommentHost
  /** Returns the text in at most this many bytes. */
  read(maxBytes: number): Promise<CommentText>
  /** False to update an existing comment only. */
  mayCreate: boolean
}

export type KeptComment =
  /** `foreign` counts the comments of other authors that begin with the marker: anyone can write it. */
  | { kind: 'created' | 'updated' | 'unchanged'; url: string; revision: number; foreign: number }
  /** No comment exists, and none may be created. */
  | { kind: 'none' }

/** Twenty jobs that end at once need far fewer rounds. */
const MOST_ROUNDS = 20
/** Attempts if the comment disappears. */
const MOST_TRIES = 3
/** Bytes to request from the server, in turn, until the host accepts the text. */
const SIZES = [60_000, 30_000, 20_000, 10_000, 4_000] as const

/**
 * Updates svc's one comment of a merge or pull request. Repeats while the server has a newer revision, so that
 * concurrent jobs lose no section.
 */
export const keepComment = async ({ host, read, mayCreate }: Keeping): Promise<KeptComment> => {
  let text = await read(SIZES[0])
  const thread: Thread = {
    me: await host.whoAmI(),
    marker: firstLine(host.toOwnMarkdown(marked(text.markdown))),
    others: new Set(),
    doubted: new Set(),
    gone: new Set(),
    written: undefined,
    foreign: 0,
  }
  let url = ''
  let kind: 'created' | 'updated' | 'unchanged' = 'unchanged'
  for (let round = 0; round < MOST_ROUNDS; round += 1) {
    const written = await write(host, thread, { read, text, mayCreate })
    if (written === undefined) return { kind: 'none' }
    url = written.comment.url
    if (kind === 'unchanged' || written.kind === 'created') kind = written.kind
    const now = await read(SIZES[0])
    if (now.revision <= text.revision) break
    text = now
    // Random backoff, so that concurrent jobs do not collide again.
    await sleep(100 + Math.random() * 400)
  }
  return { kind, url, revision: text.revision, foreign: thread.foreign }
}

/** Returns the text in the host's Markdown, with fewer details if it would be too long. */
export const fitComment = async (
  host: Pick<CommentHost, 'mostCharacters' | 'toOwnMarkdown'>,
  read: Keeping['read'],
  text: CommentText,
  from = 0,
): Promise<string> => {
  let body = from === 0 ? host.toOwnMarkdown(marked(text.markdown)) : ''
  for (let size = from; from > 0 || body.length > host.mostCharacters; size += 1) {
    const bytes = SIZES[size]
    if (bytes === undefined) break
    body = host.toOwnMarkdown(marked((await read(bytes)).markdown))
    if (body.length <= host.mostCharacters) break
  }
  return body
}

const MARKER = /^<!-- svc:pull-request(?: [\w.-]+)? -->$/

/** Ensures that the first line is a marker: without one, any comment of the token's user could be taken for svc's. */
const marked = (markdown: string) =>
  MARKER.test(firstLine(markdown)) ? markdown : `<!-- svc:pull-request -->\n\n${markdown}`

const firstLine = (text: string) => text.split('\n', 1)[0]?.trim() ?? ''

interface Thread {
  /** The token's user; taken from its first comment if the host does not say. */
  me: string | undefined
  marker: string
  /** Authors whose comments the host did not let the token change. */
  others: Set<string>
  /** Comments that the host lists, but once did not find. */
  doubted: Set<string>
  /** Comments that the host no longer has, but may still list. */
  gone: Set<string>
  /** What this job wrote last. GitHub may list a new comment with a delay. */
  written: HostComment | undefined
  /** Comments with the marker that are not the token's, in the last list. */
  foreign: number
}

interface Writing {
  read: Keeping['read']
  text: CommentText
  mayCreate: boolean
}

type Written = { comment: HostComment; kind: 'created' | 'updated' | 'unchanged' }

const write = async (host: CommentHost, thread: Thread, writing: Writing): Promise<Written | undefined> => {
  const body = await fitComment(host, writing.read, writing.text)
  for (let tried = 1; ; tried += 1) {
    const [oldest, ...later] = await ownComments(host, thread)
    if (!oldest) {
      if (!writing.mayCreate) return undefined
      const created = await create(host, thread, writing, body, tried)
      if (created) return { comment: created, kind: 'created' }
      continue
    }
    if (oldest.body.trim() === body.trim()) {
      await removeAll(host, thread, later)
      return { comment: oldest, kind: 'unchanged' }
    }
    const put = await shrinking(host, writing, (fitting) => host.update(oldest.id, fitting), body)
    if ('comment' in put) {
      thread.me ??= put.comment.author || undefined
      const comment = { ...put.comment, url: put.comment.url || oldest.url }
      thread.written = comment
      await removeAll(host, thread, later)
      return { comment, kind: 'updated' }
    }
    const { error } = put
    if (tried >= MOST_TRIES + thread.others.size) throw error
    // Deleted meanwhile, by a person or by a job whose own comment was older, or written by another user.
    if (error.status === 404) (thread.doubted.has(oldest.id) ? thread.gone : thread.doubted).add(oldest.id)
    else if (error.status === 403 && !error.isLimit && thread.me === undefined)
      thread.others.add(oldest.author)
    else throw error
  }
}

/** Returns the new comment; undefined if it may not exist, or if another job's is older. The list says which. */
const create = async (
  host: CommentHost,
  thread: Thread,
  writing: Writing,
  body: string,
  tried: number,
): Promise<HostComment | undefined> => {
  const put = await shrinking(host, writing, (fitting) => host.create(fitting), body)
  if ('error' in put) {
    if (tried >= MOST_TRIES || !mayHaveWritten(put.error)) throw put.error
    await sleep(pauseMs(tried))
    return undefined
  }
  const made = put.comment
  thread.me ??= made.author || undefined
  thread.written = made
  const [oldest, ...later] = await ownComments(host, thread)
  await removeAll(host, thread, later)
  return oldest?.id === made.id ? made : undefined
}

/** True if the answer to a write was lost, or came from a proxy of the host. */
const mayHaveWritten = ({ status = 0 }: HostError): boolean => status === 0 || status >= 500

/**
 * The comments of the token's user. If the user is unknown, they are those that the host may let it change; without
 * such a host, none: the author of a new comment then says who the user is. Sorted by number, because times have only
 * seconds.
 */
const ownComments = async (host: CommentHost, thread: Thread): Promise<HostComment[]> => {
  const { me, marker, others, gone, written } = thread
  const isOwn = ({ author }: HostComment) =>
    me === undefined ? host.protectsNotes && !others.has(author) : author === me
  const marks = (await host.list()).filter(({ body }) => firstLine(body) === marker)
  const own = marks.filter(isOwn)
  thread.foreign = marks.length - own.length
  if (written && !own.some(({ id }) => id === written.id)) own.push(written)
  return own.filter(({ id }) => !gone.has(id)).sort((a, b) => Number(a.id) - Number(b.id))
}

/** Removes only comments that the token's user certainly wrote. */
const removeAll = async (host: CommentHost, thread: Thread, comments: HostComment[]): Promise<void> => {
  for (const { id, author } of comments) {
    if (thread.me === undefined || author !== thread.me) continue
    thread.gone.add(id)
    await host.remove(id).catch((error: unknown) => {
      if (!isHostError(error) || error.status !== 404) throw error
    })
  }
}

const isHostError = (error: unknown): error is HostError => error instanceof Error && 'isLimit' in error

/** True if the host rejected the length: GitHub and proxies by status, other hosts by message. */
const isTooLong = ({ status, message }: HostError): boolean =>
  status === 413 ||
  status === 422 ||
  (status === 400 && /too (?:long|large|big)|maximum|at most|less than|exceed/i.test(message))

/** Writes with fewer details while the host rejects the length. Only the host's own rejections are returned. */
const shrinking = async (
  host: CommentHost,
  { read, text }: Writing,
  act: (body: string) => Promise<HostComment>,
  given: string,
): Promise<{ comment: HostComment } | { error: HostError }> => {
  let body = given
  for (let size = 1; ; size += 1) {
    try {
      return { comment: await act(body) }
    } catch (error) {
      if (!isHostError(error)) throw error
      if (!isTooLong(error) || size >= SIZES.length) return { error }
    }
    body = await fitComment(host, read, text, size)
  }
}
