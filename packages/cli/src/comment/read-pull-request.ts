import type { Operations } from '@svc/api'
import { Refusal } from '../refusal.ts'
import type { Connection } from '../server/connect.ts'
import type { Place } from './find-place.ts'

type PullRequest = Operations['getPullRequest']['data']

/** What the server says of a merge or pull request, its Markdown in at most so many bytes. */
export const readPullRequest = async (
  { ask }: Connection,
  { number, repository }: Place,
  maxBytes: number,
): Promise<PullRequest> => {
  try {
    return (await ask((client) => client.getPullRequest({ number, repo: repository, maxBytes }))).data
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'NOT_FOUND') throw error
    throw new Refusal(`the server has no results of number ${number} of ${repository}`, {
      code: 'NOT_FOUND',
      next: 'run the tests with a reporter, or svc upload, in the same pipeline before this; see what there is: npx @svc/cli executions --all-branches',
    })
  }
}
