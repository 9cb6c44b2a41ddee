import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeOwnFolder, removeFolder } from './own-folder.ts'
import { runGitUntil } from './run-git.ts'

/** A tree whose files can be brought back to what they are now. */
export interface Sealed {
  /** Undoes what tests wrote into the tree, except into its modules. Throws if that is not possible. */
  restore(): Promise<void>
  remove(): void
}

/** Keeps content as it is, whatever the tree's own attributes and the user's settings say. */
const AS_IT_IS = '* -text -filter -ident -working-tree-encoding\n'

/** Stores all files of a tree, including ignored ones, in a git repository in the temporary folder. */
export const sealTree = async (
  folder: string,
  { env, signal }: { env: NodeJS.ProcessEnv; signal: AbortSignal },
): Promise<Sealed> => {
  const place = makeOwnFolder('trial')
  const own = join(place, 'sealed')
  const remove = () => removeFolder(place)
  const git = async (...args: string[]) => {
    const done = await runGitUntil(
      signal,
      folder,
      env,
      `--git-dir=${own}`,
      `--work-tree=${folder}`,
      '-c',
      'core.compression=0',
      ...args,
    )
    if (done === undefined) throw new Error('git cannot restore the files of a trial')
  }
  try {
    await git('init', '--quiet')
    mkdirSync(join(own, 'info'), { recursive: true })
    writeFileSync(join(own, 'info', 'attributes'), AS_IT_IS)
    await git('add', '--all', '--force', '--', '.', ':(exclude,glob)**/node_modules/**')
  } catch (error) {
    remove()
    throw error
  }
  return {
    restore: async () => {
      await git('checkout-index', '--force', '--all')
      await git('clean', '-ffdxq', '-e', 'node_modules')
    },
    remove,
  }
}
