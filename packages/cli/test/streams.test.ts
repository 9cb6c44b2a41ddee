import { spawn } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { NODE_CACHE } from '@svc/test-kit/node-cache'
import { expect, test } from 'vitest'
import { green } from './reports.ts'
import { KEY, makeSetup, serve, VERSION } from './set-up.ts'
import { svc } from './shop.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const { PATH = '', HOME = '' } = process.env

test('a reader may close the pipe early', async () => {
  const items = Array.from({ length: 4_000 }, (_, n) => ({ id: `${n}`, text: 'x'.repeat(100) }))
  const url = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'svc-version': VERSION })
    response.end(JSON.stringify({ success: true, data: items, page: { nextCursor: null } }))
  })
  const command = `'${process.execPath}' '${main}' flaky --json; echo "code $?" >&2`
  const child = spawn('sh', ['-c', `{ ${command}; } | head -1`], {
    cwd: makeSetup({ 'package.json': { name: 'shop' } }),
    env: { PATH, HOME, ...NODE_CACHE, SVC_API_KEY: KEY, SVC_URL: url },
  })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  await new Promise((resolve) => child.on('close', resolve))
  expect(err).toBe('code 0\n')
})

test('what a shell hands over open is read, a pipe in a folder is refused at once', {
  tags: 'thorough',
}, async () => {
  const folder = makeSetup({ 'package.json': { name: 'shop' } })
  writeFileSync(join(folder, 'a.xml'), green())
  const run = async (script: string) => {
    const command = script.replace('SVC', `'${process.execPath}' '${main}' upload --json`)
    const child = spawn('bash', ['-c', command], {
      cwd: folder,
      env: { PATH, HOME, ...NODE_CACHE, SVC_API_KEY: KEY, SVC_URL: 'http://127.0.0.1:1' },
    })
    let out = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text
    })
    await new Promise((resolve) => child.on('close', resolve))
    return JSON.parse(out)
  }
  for (const script of ['cat a.xml | SVC /dev/stdin', 'cat a.xml | SVC -', 'SVC <(cat a.xml)'])
    expect(await run(`${script} --timeout 0`), script).toMatchObject({ tests: 2, errors: 0 })
  const refused = await run('mkfifo pipe.xml; SVC pipe.xml "*.xml"')
  expect(refused).toMatchObject({
    tests: 2,
    error: { code: 'NOT_SENT' },
    files: [{ name: 'a.xml' }, { name: 'pipe.xml', problem: { reason: 'it is not a regular file' } }],
  })
})

test('Ctrl-C in the middle of an upload keeps the rest and says how to continue', async () => {
  let asked: (() => void) | undefined
  const isAsked = new Promise<void>((resolve) => {
    asked = resolve
  })
  // Takes the results and never answers.
  const url = await serve((request) => {
    request.resume()
    asked?.()
  })
  const folder = makeSetup({ 'package.json': { name: 'shop' }, '.git/HEAD': 'ref: refs/heads/main\n' })
  writeFileSync(join(folder, 'a.xml'), green())
  const env = { PATH, HOME, ...NODE_CACHE, SVC_API_KEY: KEY, SVC_URL: url }
  const child = spawn(process.execPath, [main, 'upload', 'a.xml'], { cwd: folder, env })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  await isAsked
  child.kill('SIGINT')
  const code = await new Promise((resolve) => child.on('close', resolve))
  expect(code).toBe(130)
  expect(err).toMatch(
    /^svc: .*same command again.*\nsvc: .* kept in \S+\.ndjson; to send them, run: npx --no svc flush\n$/,
  )
  const accepted = { success: true, data: { accepted: 3, execution: { url: '/e/1' }, warnings: [] } }
  const working = await serve((request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify(accepted)))
  })
  const flushed = await svc(folder, ['flush'], { SVC_API_KEY: KEY, SVC_URL: working })
  expect(flushed).toMatchObject({ code: 0, out: `sent → ${working}/e/1\n` })
})

test('Ctrl-C while a report is read leaves nothing behind', async () => {
  const folder = makeSetup({ 'package.json': { name: 'shop' } })
  const cases = Array.from({ length: 40_000 }, (_, n) => `<testcase classname="a" name="${n}" time="1"/>`)
  writeFileSync(join(folder, 'a.xml'), `<testsuite name="x">${cases.join('\n')}</testsuite>`)
  const journals = () => {
    const place = join(folder, '.svc/journal')
    return existsSync(place) ? readdirSync(place).filter((name) => name.endsWith('.ndjson')) : []
  }
  // Between two pieces of the report, as soon as it has a journal: a signal from outside might come after its end.
  writeFileSync(
    join(folder, 'interrupt.mjs'),
    `import { existsSync, readdirSync } from 'node:fs'
    const look = () => {
      const hasJournal = existsSync('.svc/journal') && readdirSync('.svc/journal').some((name) => name.endsWith('.ndjson'))
      if (hasJournal) process.kill(process.pid, 'SIGINT')
      else setImmediate(look).unref()
    }
    look()`,
  )
  const env = { PATH, HOME, ...NODE_CACHE, SVC_API_KEY: KEY, SVC_URL: 'http://127.0.0.1:1' }
  const script = ['--import', './interrupt.mjs', main, 'upload', 'a.xml']
  const child = spawn(process.execPath, script, { cwd: folder, env })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  expect(await new Promise((resolve) => child.on('close', resolve))).toBe(130)
  expect(err).toMatch(/^svc: nothing was sent; .*\n$/)
  expect(journals()).toEqual([])
})
