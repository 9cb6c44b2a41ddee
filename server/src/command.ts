#!/usr/bin/env node
import { requireNode } from './require-node.ts'

requireNode(process.versions.node)

const start = async (): Promise<void> => {
  await import('./main.ts')
}

// A start needs none of the code of commands.
if (process.argv.length === 2) await start()
else {
  const { runCommand } = await import('./roof/commands/run-command.ts')
  await runCommand(process.env, start)
}
