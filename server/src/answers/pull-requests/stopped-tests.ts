import type { Comparison } from '@svc/schema'
import type { z } from 'zod'
import { firstLine } from '../../ground/kernel/first-line.ts'

type Compared = z.input<typeof Comparison>
type Stopped = Compared['stoppedRunning'][number]

/** The tests that each error outside tests stopped: those of a file that did not load, or behind a hook that failed. */
export function stoppedTests({
  stoppedRunning,
  errors,
}: Compared): (error: Pick<Compared['errors']['introduced'][number], 'file' | 'message'>) => Stopped[] {
  const stopped = Map.groupBy(
    stoppedRunning.filter(({ cause }) => cause === 'file-not-loaded' || cause === 'hook-failed'),
    ({ file }) => file,
  )
  const ofFile = Map.groupBy([...errors.introduced, ...errors.persisting], ({ file }) => file)
  return ({ file, message }) =>
    (stopped.get(file ?? '') ?? []).filter(
      (test) =>
        test.cause === 'file-not-loaded' ||
        isNamed(test, message) ||
        !ofFile.get(file)?.some((error) => isNamed(test, error.message)),
    )
}

/** Reporters give the message of the hook that failed as the reason, and may cut it. */
const isNamed = ({ reason }: Stopped, message: string) =>
  reason.includes(firstLine(message).slice(0, MOST_COMPARED))

const MOST_COMPARED = 100
