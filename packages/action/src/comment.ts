import { sleep } from '@svc/client/action'
import type { RepositoryName } from './event.ts'
import type { GitHub } from './github/call.ts'
import {
  createComment,
  deleteComment,
  MARKER,
  markerOf,
  type OwnComment,
  readThread,
  updateComment,
} from './github/comments.ts'
import type { Svc } from './svc/call.ts'
import { type PullRequestText, readPullRequest } from './svc/facts.ts'
import { Trouble } from './trouble.ts'

interface Commenting {
  github: GitHub
  svc: Svc
  repository: RepositoryName
  pullRequest: number
  /** True where nothing failed and nobody asked for a comment then: an older one is brought up to date all the same. */
  onlyUpdate: boolean
}

export type Commented =
  | { kind: 'written'; url: string; isChanged: boolean }
  | { kind: 'unneeded' }
  | { kind: 'locked' }

/** Twenty jobs that end at once come to rest in far less. */
const MOST_ROUNDS = 20
/** How often it is looked for again where it is gone. */
const MOST_TRIES = 3
/** GitHub refuses more than 65,536 characters; where it refuses what is shorter, less is asked for. */
const SIZES = [60_000, 30_000, 10_000, 4_000]

/**
 * Brings the one comment of a pull request up to date: writes what the server says, reads its revision again, and
 * repeats while that is newer, so that of jobs that write at once none's section is lost.
 */
export const writeComment = async (commenting: Commenting): Promise<Commented> => {
  const { github, repository, pullRequest, onlyUpdate } = commenting
  let text = await read(commenting)
  const thread = await readThread(github, repository, pullRequest, markerOf(text.markdown))
  const [oldest, ...others] = thread.own
  if (!oldest && onlyUpdate) return { kind: 'unneeded' }
  try {
    let kept = oldest ?? (await create(commenting, text))
    let isChanged = oldest === undefined
    await removeAll(commenting, others)
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      isChanged ||= kept.body !== text.markdown
      kept = await write(commenting, kept, text)
      const now = await read(commenting)
      if (now.revision <= text.revision) break
      text = now
      // Those that met once should not meet again.
      await sleep(100 + Math.random() * 400)
    }
    return { kind: 'written', url: kept.url, isChanged }
  } catch (error) {
    // Who may write in a locked thread is GitHub's to say.
    if (thread.isLocked && error instanceof Trouble && error.status === 403 && !error.isLimit)
      return { kind: 'locked' }
    throw error
  }
}

const read = async ({ svc, repository, pullRequest }: Commenting, size = 0): Promise<PullRequestText> => {
  const text = await readPullRequest(svc, {
    number: pullRequest,
    repo: repository.full,
    // The server's own default at first, which older ones have no name for.
    ...(size > 0 && { maxBytes: SIZES[size] ?? 4_000 }),
  })
  return { ...text, markdown: marked(text.markdown) }
}

/** By its first line the comment is found again. */
const marked = (markdown: string) =>
  markdown.startsWith(markerOf(markdown)) ? markdown : `${MARKER}\n\n${markdown}`

/** Two that begin at once both make one: the oldest stays, and each takes away what it sees beside it. */
const create = async (commenting: Commenting, text: PullRequestText): Promise<OwnComment> => {
  const { github, repository, pullRequest } = commenting
  const url = await shrinking(commenting, text, (body) =>
    createComment(github, repository, pullRequest, body),
  )
  const { own } = await readThread(github, repository, pullRequest, markerOf(text.markdown))
  const [oldest, ...others] = own
  await removeAll(commenting, others)
  if (oldest) return oldest
  // GitHub may list it a moment late.
  const id = /issuecomment-(\d+)$/.exec(url)?.[1]
  if (!id) throw new Trouble('GitHub made a comment that it does not show. Re-run the job.')
  return { id, body: text.markdown, url }
}

const removeAll = async ({ github, repository }: Commenting, comments: OwnComment[]) => {
  for (const { id } of comments) await deleteComment(github, repository, id)
}

const write = async (
  commenting: Commenting,
  kept: OwnComment,
  text: PullRequestText,
  tried = 1,
): Promise<OwnComment> => {
  if (kept.body === text.markdown) return kept
  const { github, repository } = commenting
  try {
    await shrinking(commenting, text, (body) => updateComment(github, repository, kept.id, body))
    return { ...kept, body: text.markdown }
  } catch (error) {
    // Somebody deleted it meanwhile, or another job did, beside whose it was the younger one.
    if (!(error instanceof Trouble) || error.status !== 404 || tried >= MOST_TRIES) throw error
    const { own } = await readThread(github, repository, commenting.pullRequest, markerOf(text.markdown))
    const [oldest] = own.filter(({ id }) => id !== kept.id)
    if (!oldest) return create(commenting, text)
    return write(commenting, oldest, text, tried + 1)
  }
}

/** GitHub counts what is too long in its own way: 422 asks for a shorter text of the server. */
const shrinking = async <T>(
  commenting: Commenting,
  text: PullRequestText,
  act: (body: string) => Promise<T>,
): Promise<T> => {
  let body = text.markdown
  for (let size = 1; ; size += 1) {
    try {
      return await act(body)
    } catch (error) {
      if (!(error instanceof Trouble) || error.status !== 422 || size >= SIZES.length) throw error
      body = (await read(commenting, size)).markdown
    }
  }
}
