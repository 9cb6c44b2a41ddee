import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Compiled sources are kept between starts, where no other user of the machine can put any.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/compile'))

const { start } = await import('./start.ts')
await start(process.env)
