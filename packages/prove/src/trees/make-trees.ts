import { WHOLE_SHA } from '@svc/protocol'
import { wordsOf } from '../words-of.ts'
import { copyTree } from './copy-tree.ts'
import { fetchCommit } from './fetch-commit.ts'
import { leadLinksInside, leadSettingsInside } from './fill-base.ts'
import { fillCheckout, neededIn, setUp, type Wanted } from './fill-checkout.ts'
import { readTree, type TreeState } from './read-tree.ts'
import { runGitUntil } from './run-git.ts'
import { addWorktree, removeLeft, type Tree } from './worktree.ts'

/** Both sides; `sha` is the commit of the base. */
interface WantedTrees extends Wanted {
  /** When the command that failed was started, milliseconds since the epoch; absent if unknown. */
  since?: number | undefined
}

/** The two sides of trials: a copy of the caller's tree, and a checkout of the base. */
export interface Trees {
  here: Tree
  base: Tree
  /** The commit that is checked out in the caller's tree. */
  head: string
  /** The caller's tree, without new files that the tests wrote. */
  state: TreeState
  /** False if the base has commits that the caller's tree lacks; true also if git cannot tell. */
  isBaseOlder: boolean
}

/** Makes both sides, so that no trial writes into the caller's tree; or returns why that is not possible. */
export const makeTrees = async (wanted: WantedTrees): Promise<Trees | { reason: string }> => {
  const { root, sha, setup, env, since, signal } = wanted
  const git = (...args: string[]) => runGitUntil(signal, root, env, ...args)
  if (!WHOLE_SHA.test(sha)) return { reason: 'the server named a base that is no whole sha of a commit' }
  const made: Tree[] = []
  try {
    await removeLeft(root, env)
    const isHere = await fetchCommit(root, sha, env, signal)
    signal.throwIfAborted()
    if (!isHere)
      return { reason: `the commit ${sha.slice(0, 7)} of the base is not here and cannot be fetched` }
    const head = (await git('rev-parse', 'HEAD'))?.trim()
    if (!head) return { reason: 'this repository has no commit' }
    const needed = await neededIn(wanted)
    const base = await addWorktree(root, sha, { kind: 'base', hasFiles: true, env, signal })
    made.push(base)
    const { settings } = needed
    const here = await copyTree({
      root,
      env,
      what: 'tested',
      ignored: [...settings, ...needed.modules],
      since,
      signal,
    })
    made.push(here)
    // After the copy: an edit in between is one, too.
    const state = await readTree(root, env, since)
    await leadLinksInside({ root, folder: here.folder, env })
    leadSettingsInside(root, here.folder, settings)
    await fillCheckout(base.folder, needed, wanted)
    // With the modules of this tree, the command of the user has failed: an install of the lock file would change that.
    if (setup !== undefined) await setUp(setup, { folder: here.folder, side: 'on this tree' }, wanted)
    signal.throwIfAborted()
    const common = (await git('merge-base', sha, head))?.trim()
    return { here, base, head, state, isBaseOlder: common === undefined || common === sha }
  } catch (error) {
    for (const tree of made) await tree.remove()
    return { reason: signal.aborted ? 'the time was over before both sides were ready' : wordsOf(error) }
  }
}
