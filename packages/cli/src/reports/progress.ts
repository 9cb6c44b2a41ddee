import { size } from '../doctor/words.ts'
import type { Call } from '../run.ts'

/** Says in one line of a terminal how far an upload is. */
export interface Progress {
  read(progress: { name: string; readBytes: number; totalBytes: number }): void
  sent(progress: { entries: number; total: number }): void
  /** Removes the line. */
  end(): void
}

/** Below this nobody wonders. */
const PATIENCE_MS = 700
const EVERY_MS = 100

/** On standard error, where that is a terminal and the output is for a person; `label` stands before. */
export const showProgress = ({ stderr, isJson, now }: Call, label = ''): Progress => {
  if (!stderr.isTTY || isJson) return { read: () => undefined, sent: () => undefined, end: () => undefined }
  const start = now()
  let last = start
  let isShown = false
  const say = (text: string) => {
    const time = now()
    if (time - start < PATIENCE_MS || time - last < EVERY_MS) return
    last = time
    isShown = true
    stderr.write(`\r\u001b[K${`${label}${text}`.slice(0, (stderr.columns ?? 80) - 1)}`)
  }
  return {
    read: ({ readBytes, totalBytes }) =>
      say(`reading: ${share(readBytes, totalBytes)} of ${size(totalBytes)}`),
    sent: ({ entries, total }) => say(`sending: ${share(entries, total)}`),
    end: () => {
      if (isShown) stderr.write('\r\u001b[K')
      isShown = false
    },
  }
}

const share = (done: number, all: number) =>
  `${all === 0 ? 100 : Math.min(100, Math.floor((done / all) * 100))} %`
