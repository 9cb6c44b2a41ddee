#!/usr/bin/env node
import { runCommand } from './run.ts'

// Whoever reads may have seen enough, as head does; what the command does for good is done all the same.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE' && error.code !== 'EIO') throw error
  })

// What has to be told of a journal on its way is told when the process exits.
for (const [signal, code] of [
  ['SIGINT', 130],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
] as const)
  process.once(signal, () => {
    // Of a progress line nothing stays behind.
    if (process.stderr.isTTY) process.stderr.write('\r\u001b[K')
    process.exit(code)
  })

process.exitCode = await runCommand(process.argv.slice(2), process)
