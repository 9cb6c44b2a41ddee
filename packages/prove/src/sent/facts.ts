import { makeRedactor, type SentTrial } from '@svc/client/wrapped'
import { LIMITS } from '@svc/protocol'
import type { TreeState } from '../trees/read-tree.ts'

/** The code that a run tested, as its journal says. */
export interface TestedCode {
  commit: string
  dirty: boolean
}

/** The CI system of this process. */
export interface Ci {
  isCI: boolean
  name: string | null
}

/** True if trials of this tree ran the code of a run. As reporters say it, new files on CI are what the pipeline put there. */
export const isSameCode = (
  code: TestedCode | undefined,
  head: string,
  state: TreeState,
  { isCI }: Ci,
): code is TestedCode =>
  code?.commit === head && code.dirty === (state.isDirty || (state.hasNewFiles && !isCI))

/** No name of a machine: it is nobody's business. */
export const machineOf = ({ isCI, name }: Ci): string =>
  `${process.platform}-${process.arch}, Node ${process.versions.node}${isCI ? `, ${name ?? 'CI'}` : ''}`

/** Returns a function that makes a command fit to leave this machine. */
export const commandsFor = (secrets: Parameters<typeof makeRedactor>[0]) => {
  const redact = makeRedactor(secrets).text
  return {
    redact,
    command: (text: string): string => cut(redact(text), LIMITS.textBytes),
    reason: (text: string): SentTrial['reason'] => cut(redact(text), LIMITS.experimentErrorLength),
  }
}

const cut = (text: string, limit: number): string => text.slice(0, limit).replace(/[\uD800-\uDBFF]$/, '')
