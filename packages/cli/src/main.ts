#!/usr/bin/env node
import { runCommand } from './run.ts'

// A reader such as head may close the pipe early; the command still finishes its work.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
  })

const acts = new Set<() => void>()
const onInterrupt = (act: () => void) => {
  acts.add(act)
  return () => void acts.delete(act)
}

let pass: ((signal: NodeJS.Signals) => void) | undefined
/** Other commands end by these. */
const ONLY_HELD = ['SIGQUIT', 'SIGUSR2'] as const
const holdSignals = (to: (signal: NodeJS.Signals) => void) => {
  pass = to
  for (const signal of ONLY_HELD) process.on(signal, to)
  return () => {
    pass = undefined
    for (const signal of ONLY_HELD) process.off(signal, to)
  }
}

// Actions report what happens to a journal that is being sent before the process exits.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.on(signal, () => {
    if (pass) return pass(signal)
    // Removes the progress line.
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
    for (const act of acts) act()
    process.exit(code)
  })

const { stdout, stderr } = process
process.exitCode = await runCommand(process.argv.slice(2), {
  stdout,
  stderr,
  // A getter, because reading the property opens the stream.
  get stdin() {
    return process.stdin
  },
  onInterrupt,
  holdSignals,
  endBy: (signal) => {
    process.removeAllListeners(signal)
    process.kill(process.pid, signal)
  },
})
