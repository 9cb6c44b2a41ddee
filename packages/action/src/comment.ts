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
  /** True to update an existing comment without creating one, because the results need no new comment. */
  onlyUpdate: boolean
}

export type Commented =
  | { kind: 'written'; url: string; isChanged: boolean }
  | { kind: 'unneeded' }
  | { kind: 'locked' }

/** Twenty jobs that end at once need far fewer rounds. */
const MOST_ROUNDS = 20
/** Attempts if the comment disappears. */
const MOST_TRIES = 3
/** Bytes. GitHub rejects more than 65,536 characters; if it rejects a shorter text, the next size is used. */
const SIZES = [60_000, 30_000, 10_000, 4_000]

/**
 * Updates the one comment of a pull request. Repeats while the server has a newer revision, so that concurrent jobs lose
 * no section.
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
      // Random backoff, so that concurrent jobs do not collide again.
      await sleep(100 + Math.random() * 400)
    }
    return { kind: 'written', url: kept.url, isChanged }
  } catch (error) {
    // GitHub decides who can write in a locked thread.
    if (thread.isLocked && error instanceof Trouble && error.status === 403 && !error.isLimit)
      return { kind: 'locked' }
    throw error
  }
}

const read = async ({ svc, repository, pullRequest }: Commenting, size = 0): Promise<PullRequestText> => {
  const text = await readPullRequest(svc, {
    number: pullRequest,
    repo: repository.full,
    // The first request uses the server's default, because older servers do not know the parameter.
    ...(size > 0 && { maxBytes: SIZES[size] ?? 4_000 }),
  })
  return { ...text, markdown: marked(text.markdown) }
}

/** Ensures that the first line is the marker, which identifies the comment. */
const marked = (markdown: string) =>
  markdown.startsWith(markerOf(markdown)) ? markdown : `${MARKER}\n\n${markdown}`

/** Creates the comment. If two jobs race, the oldest comment stays and each job deletes the others. */
const create = async (commenting: Commenting, text: PullRequestText): Promise<OwnComment> => {
  const { github, repository, pullRequest } = commenting
  const url = await shrinking(commenting, text, (body) =>
    createComment(github, repository, pullRequest, body),
  )
  const { own } = await readThread(github, repository, pullRequest, markerOf(text.markdown))
  const [oldest, ...others] = own
  await removeAll(commenting, others)
  if (oldest) return oldest
  // GitHub may list a new comment with a delay.
  const id = /issuecomment-(\d+)$/.exec(url)?.[1]
  if (!id) throw new Trouble('GitHub created a comment but does not list it. Re-run the job.')
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
    // A person deleted it, or another job did because its own comment was older.
    if (!(error instanceof Trouble) || error.status !== 404 || tried >= MOST_TRIES) throw error
    const { own } = await readThread(github, repository, commenting.pullRequest, markerOf(text.markdown))
    const [oldest] = own.filter(({ id }) => id !== kept.id)
    if (!oldest) return create(commenting, text)
    return write(commenting, oldest, text, tried + 1)
  }
}

/** Retries with a shorter text if GitHub rejects the length (422). */
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
