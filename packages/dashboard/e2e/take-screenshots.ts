import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { ensureChromium } from '@svc/test-kit/ensure-chromium'

const say = (line: string) => void process.stdout.write(`${line}\n`)
const chromium = await ensureChromium({ path: process.env.PATH ?? '', isRoot: process.getuid?.() === 0, say })
if ('missing' in chromium) {
  say(chromium.missing)
  process.exit(1)
}
/** `docs`: only the pictures of the documentation, into docs/pictures. */
const which = process.argv.includes('docs') ? 'docs' : 'all'
const cli = join(dirname(createRequire(import.meta.url).resolve('@playwright/test/package.json')), 'cli.js')
const child = spawn(process.execPath, [cli, 'test', '-c', import.meta.dirname], {
  stdio: 'inherit',
  env: { ...process.env, SVC_SCREENSHOTS: which, SVC_CHROMIUM: chromium.executable },
})
child.once('close', (code) => {
  if (code === 0)
    say(`The pictures are in ${which === 'docs' ? 'docs/pictures' : '.test/dashboard/screenshots'}.`)
  process.exitCode = code ?? 1
})
