import { resolve } from 'node:path'
import { bundleServer } from './bundle.ts'

const folder = resolve(process.argv[2] ?? 'server/lib')
await bundleServer(folder)
process.stdout.write(`${folder}\nStart it with: node ${folder}/lib/main.js\n`)
