import type { TestApp } from './make-app.ts'

export interface PullRequest {
  number: number
  repository: string | null
  revision: number
  provisional: boolean
  markdown: string
  executions: { id: string; suite: string; state: string }[]
}

/** The code of a pull request's run; `comment` reads its comment. */
export const pull = { branch: 'topic', baseBranch: 'main', pullRequest: 7, repository: 'acme/shop' }

export const comment = async (app: TestApp, query = '') =>
  (await app.get<PullRequest>(`/api/pull-requests/7${query}`)).data
