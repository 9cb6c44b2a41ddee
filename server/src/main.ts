import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Caches compiled sources between starts, in a folder that no other user of the machine can write.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compile'))

const { start } = await import('./start.ts')
await start(process.env)
