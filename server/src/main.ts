import nodeModule from 'node:module'
import { join } from 'node:path'
import { requireNode } from './require-node.ts'

requireNode(process.versions.node)

// Caches compiled sources between starts, in a folder that no other user of the machine can write.
nodeModule.enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compile'))

const { start } = await import('./roof/start.ts')
await start(process.env)
