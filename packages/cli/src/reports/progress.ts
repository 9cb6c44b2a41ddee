import type { Call } from '../call.ts'
import { say } from '../terminal/messages.ts'

/** The progress of an upload. */
export interface Progress {
  read(progress: { name: string; readBytes: number; totalBytes: number }): void
  sent(progress: { entries: number; total: number }): void
  /** Removes the line. */
  end(): void
}

/** Shorter work shows no progress. */
const PATIENCE_MS = 700
const EVERY_MS = 100

/** Interval between two log lines; CI may cancel a job without output. */
const LOG_EVERY_MS = 30_000

/** Shows progress on standard error: one changing line on a terminal, or one log line every 30 s; `label` is a prefix. */
export const showProgress = (call: Call, label = ''): Progress => {
  const { stderr, isJson, now } = call
  if (!stderr.isTTY || isJson) return logProgress(call, label)
  const start = now()
  let last = start
  let isShown = false
  const say = (text: string) => {
    const time = now()
    if (time - start < PATIENCE_MS || time - last < EVERY_MS) return
    last = time
    isShown = true
    stderr.write(`\r\u001b[K${`${label}${text}`.slice(0, (stderr.columns || 80) - 1)}`)
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

const logProgress = (call: Call, label: string): Progress => {
  let last = call.now()
  const tell = (text: string) => {
    const time = call.now()
    if (time - last < LOG_EVERY_MS) return
    last = time
    say(call, 'svc: ', `${label}${text}`)
  }
  return {
    read: ({ readBytes, totalBytes }) =>
      tell(`reading: ${share(readBytes, totalBytes)} of ${size(totalBytes)}`),
    sent: ({ entries, total }) => tell(`sending: ${share(entries, total)}`),
    end: () => undefined,
  }
}

const share = (done: number, all: number) =>
  `${all === 0 ? 100 : Math.min(100, Math.floor((done / all) * 100))} %`

/** `900 KiB`, `1.2 GiB`. */
const size = (bytes: number): string => {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB']
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10))
  const value = bytes / 1024 ** power
  return `${value < 10 && power > 0 ? value.toFixed(1) : Math.round(value)} ${units[power]}`
}
