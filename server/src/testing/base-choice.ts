import type { Code, Commit } from '@svc/protocol'
import { compare } from './compare.ts'
import type { TestApp } from './make-app.ts'
import { type MadeRun, passed, settled } from './upload.ts'

/** A sha that begins with its name: `a1` becomes `a1a1a1…`. */
export const sha = (name: string) => Buffer.from(name.padEnd(3, '_').repeat(7).slice(0, 20)).toString('hex')

/** A commit by name with its parents', whose tree is its own unless it says otherwise. */
export const commit = (name: string, parents: string[] = [], tree = `t${name}`): Commit => ({
  sha: sha(name),
  parents: parents.map(sha),
  tree: sha(tree),
})

/** A run of a commit, with the commits before it that a clone of this depth contains. */
export function codeOf(tested: Commit, code: Code = {}, ancestry: Commit[] = []): Code {
  const { sha: testedSha, parents, tree } = tested
  return {
    testedSha,
    headSha: testedSha,
    parents,
    ...(tree ? { tree } : {}),
    branch: 'main',
    defaultBranch: 'main',
    ...(ancestry.length > 0 ? { ancestry } : {}),
    ...code,
  }
}

export const ran = (app: TestApp, code: Code, made: MadeRun = {}) =>
  settled(app, { results: [passed('a')], ...made, code })

export async function chosen(app: TestApp, head: string) {
  const { base, baseChoice } = await compare(app, head)
  return { id: base?.id ?? null, ...baseChoice }
}

export const pull = (headSha: string, more: Code = {}): Code => ({
  branch: 'topic',
  baseBranch: 'main',
  pullRequest: 7,
  headSha,
  ...more,
})
