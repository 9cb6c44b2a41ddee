import type { Operations } from '@svc/api'
import { Refusal } from '../refusal.ts'
import type { Connection } from '../server/connect.ts'
import type { Place } from './find-place.ts'

/** Returns the server's text of a merge or pull request, with at most this many bytes of Markdown. */
export const readPullRequest = async (
  { ask }: Connection,
  { number, repository }: Place,
  maxBytes: number,
): Promise<Operations['getPullRequest']['data']> => {
  try {
    return (await ask((client) => client.getPullRequest({ number, repo: repository, maxBytes }))).data
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'NOT_FOUND') throw error
    throw new Refusal(`the server has no results for number ${number} of ${repository}`, {
      code: 'NOT_FOUND',
      next: 'run the tests with a reporter, or svc upload, earlier in the same pipeline; list executions: npx --no svc executions --all-branches',
    })
  }
}
