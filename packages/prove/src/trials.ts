import { join, relative } from 'node:path'
import { type Clock, startClock } from './clock.ts'
import type { Called } from './commands-of.ts'
import { type Ran, runFile } from './runners/run-file.ts'
import { readTemplate, type Selected, type Template, unknownRunner } from './runners/template.ts'

/** A command whose tests are run again. */
export interface Repeatable {
  /** The command that ran them, or one that replaces it. */
  words: string[]
  /** The folder in which the command started. */
  folder: string
  /** The top of its tree. */
  root: string
  seconds: number
  env: NodeJS.ProcessEnv
  /** Registers the function that ends the current run; returns a function that removes it. */
  onStop(end: () => void): () => void
}

/** What all trials of a command share: its runner, their time, and how one of them runs. */
export interface Trials extends Clock {
  template: Template
  /** Returns the command for a file, whose paths are relative to the root, as `commandsOf` takes it. */
  calledFor(file: Selected, seed?: number): Called
  /** Runs a file once in a tree. */
  run(tree: string, called: Called, secondsLeft: number): Promise<{ ran: Ran; seconds: number }>
}

/** Starts the time of trials, or returns why this command cannot be repeated. */
export const prepareTrials = ({
  words,
  folder,
  root,
  seconds,
  env,
  onStop,
}: Repeatable): Trials | { reason: string } => {
  const template = readTemplate(words, folder)
  if (!template) return { reason: unknownRunner(words) }
  const clock = startClock(seconds, onStop)
  const inside = relative(root, folder)
  const fromFolder = (file: string) => relative(inside, file).replaceAll('\\', '/')
  return {
    ...clock,
    template,
    calledFor: ({ file, variant, after = [] }, seed) => {
      const selected = {
        file: fromFolder(file),
        // A variant of the settings is no project of the runner.
        variant: env.SVC_VARIANT ? '' : variant,
        after: after.map(fromFolder),
      }
      return {
        words: template.words(selected, seed),
        names: Object.keys(template.env),
        inside,
        ...(after.length > 0 && { before: template.inOrder }),
      }
    },
    run: async (tree, called, secondsLeft) => {
      const before = clock.now()
      const ran = await runFile({
        words: called.words,
        env: { ...env, ...template.env, ...called.before?.env },
        folder: join(tree, inside),
        root: tree,
        caller: root,
        timeoutMs: secondsLeft * 1_000,
        onStart: clock.onStart,
        ...(called.before?.file && { file: called.before.file }),
      })
      clock.ended()
      return { ran, seconds: clock.now() - before }
    },
  }
}
