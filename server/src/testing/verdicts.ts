import { type Compared, compare } from './compare.ts'
import type { TestApp } from './make-app.ts'
import { type MadeRun, type MadeTest, settled } from './upload.ts'

/** Runs of main in which these results came up, oldest first. */
export async function mainRuns(
  app: TestApp,
  count: number,
  ofRun: (i: number) => MadeTest[],
): Promise<string[]> {
  const ids: string[] = []
  for (let i = 0; i < count; i++) ids.push(await settled(app, { results: ofRun(i) }))
  return ids
}

/** A pull request's branch. */
export const topic = { branch: 'topic', baseBranch: 'main', pullRequest: 7 }
type Verdict = Compared['regressions'][number]['verdict']

/** What a run of a pull request with these results says of the test `pays`. */
export async function verdictOf(
  app: TestApp,
  results: MadeTest[],
  made: MadeRun = {},
): Promise<Verdict | undefined> {
  const head = await settled(app, {
    code: topic,
    ...made,
    results,
  })
  const { regressions, stillFailing } = await compare(app, head)
  return [...regressions, ...stillFailing].find((change) => change.titles[0] === 'pays')?.verdict
}
