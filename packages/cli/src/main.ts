#!/usr/bin/env node
import { runCommand } from './run.ts'

// Whoever reads may have seen enough, as head does; what the command does for good is done all the same.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
  })

const acts = new Set<() => void>()
const onInterrupt = (act: () => void) => {
  acts.add(act)
  return () => void acts.delete(act)
}

// What has to be told of a journal on its way is told when the process exits.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.once(signal, () => {
    // Of a progress line nothing stays behind.
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
    for (const act of acts) act()
    process.exit(code)
  })

const { stdout, stderr } = process
process.exitCode = await runCommand(process.argv.slice(2), {
  stdout,
  stderr,
  // Looking at it opens it.
  get stdin() {
    return process.stdin
  },
  onInterrupt,
})
