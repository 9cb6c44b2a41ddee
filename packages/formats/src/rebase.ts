import { posix } from 'node:path'
import { type Failure, isAbsolutePath } from '@svc/protocol'

const FRAME = /^(\s*at (?:async )?(?:.*? \()?)([^():<>]+)(:\d+:\d+\)?)$/

/** A function that makes relative positions of an error relative to its test's file. */
export type Rebase = (failure: Failure) => Failure

/**
 * For tests whose file was found in a deeper folder than reported: a tool that writes paths
 * relative to its own root does so in stacks, too. Undefined if there is nothing to move.
 */
export const rebaseBetween = (reported: string, placed: string): Rebase | undefined => {
  if (reported === '' || isAbsolutePath(reported)) return undefined
  const named = posix.normalize(reported.replaceAll('\\', '/'))
  if (named === placed || !placed.endsWith(`/${named}`)) return undefined
  const folder = placed.slice(0, -named.length)
  const move = (path: string) => (isAbsolutePath(path) ? path : posix.join(folder, path))
  return function rebase(failure): Failure {
    const { location, stack, cause, errors } = failure
    return {
      ...failure,
      ...(location && { location: { ...location, file: move(location.file) } }),
      ...(stack && { stack: moveFrames(stack, move) }),
      ...(cause && { cause: rebase(cause) }),
      ...(errors && { errors: errors.map(rebase) }),
    }
  }
}

const moveFrames = (stack: string, move: (path: string) => string): string =>
  stack
    .split('\n')
    .map((line) => {
      const [, before, path, place] = FRAME.exec(line) ?? []
      return path === undefined ? line : `${before}${move(path)}${place}`
    })
    .join('\n')
