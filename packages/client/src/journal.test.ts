import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { makeFolder, removeFolders, write } from '../test/folders.ts'
import { journalFiles, KEY } from '../test/recording.ts'
import { closedAddress, startServer } from '../test/server.ts'
import { openJournal } from './journal.ts'
import { summarize } from './segments.ts'

afterAll(removeFolders)

const execute = promisify(execFile)

/** Runs with files bounded to a few KiB; without the signal, writes beyond that fail as on a full disk. */
const runOnFullDisk = (root: string, url: string, tests: number, blocks = 8) => {
  const script = fileURLToPath(new URL('../test/run-on-full-disk.ts', import.meta.url))
  const command = `trap '' XFSZ; ulimit -f ${blocks}; exec "$0" "$@"`
  const env = { PATH: process.env.PATH, SVC_API_KEY: KEY, CI: 'false' }
  return execute('sh', ['-c', command, process.execPath, script, root, url, String(tests)], { env })
}

const canBound = process.platform !== 'win32'

test.runIf(canBound)('a disk that fills up in the middle of a line loses nothing', async () => {
  const server = await startServer()
  const root = makeFolder()
  const { stderr } = await runOnFullDisk(root, server.url, 2000)
  const titles = server
    .entries()
    .filter((entry) => entry[0] === 'attempt')
    .map((entry) => entry[2])
  expect(titles).toEqual(Array.from({ length: 2000 }, (_, index) => `test ${index}`))
  expect(
    server
      .entries()
      .slice(-2)
      .map(([kind]) => kind),
  ).toEqual(['warning', 'end'])
  expect(stderr).toMatch(/2,000 results sent/)
  expect(stderr.match(/could not be written/g)).toHaveLength(1)
  expect(journalFiles(root)).toEqual([])
  await server.close()
})

test.runIf(canBound)('with a full disk and no server, what the disk took is kept', async () => {
  const root = makeFolder()
  const { stderr } = await runOnFullDisk(root, await closedAddress(), 2000)
  expect(stderr).toMatch(/they are lost, because .*first ones.* kept in/)
  expect(journalFiles(root)).toHaveLength(1)
})

test.runIf(canBound)('a disk without room leaves no empty .gitignore, which would hide nothing', async () => {
  const server = await startServer()
  const root = makeFolder()
  const { stderr } = await runOnFullDisk(root, server.url, 1, 0)
  expect(stderr).toMatch(
    /1 result sent.*\n.*could not be written \(EFBIG: .*; to keep results on disk, raise/,
  )
  expect(existsSync(join(root, '.svc', '.gitignore'))).toBe(false)
  await server.close()
})

test('lines are readable to others as soon as append returns', async () => {
  const root = makeFolder()
  const journal = openJournal(root, 'j')
  journal.append('["open",1,{}]')
  journal.append('["warning","naïve 😀"]')
  const source = journal.close()
  expect(source).toMatchObject({ path: join(root, '.svc/journal/j.ndjson'), lines: [] })
  expect(await summarize(source)).toEqual({ open: '["open",1,{}]', opens: 1, entries: 1, hasEnd: false })
})

test('what was written outlives its file, and goes back to disk where there is a place for it', async () => {
  const root = makeFolder()
  const journal = openJournal(root, 'j')
  const [open, warning] = ['["open",1,{}]', '["warning","naïve 😀"]']
  for (const line of [open, warning]) journal.append(line)
  rmSync(join(root, '.svc'), { recursive: true })
  journal.append('["warning","later"]')
  const source = journal.close()
  expect(source).toEqual({ bytes: 0, lines: [open, warning, '["warning","later"]'] })
  expect(journal.problem?.reason).toMatch(/deleted/)
  expect(journal.save()).toBe(true)
  expect(journal.problem).toBeUndefined()
  expect(readFileSync(journal.peek().path ?? '', 'utf8')).toBe(`${source.lines.join('\n')}\n`)
  journal.release()

  const other = openJournal(root, 'k')
  other.append(open)
  rmSync(root, { recursive: true })
  expect(other.close()).toEqual({ bytes: 0, lines: [open] })
  expect(other.save()).toBe(false)
  other.release()
  expect(existsSync(root)).toBe(false)
})

test('two journals of one name do not write into each other', () => {
  const root = makeFolder()
  const first = openJournal(root, 'j')
  first.append('["open",1,{}]')
  const second = openJournal(root, 'j')
  second.append('["open",1,{"second":true}]')
  expect(second.problem?.reason).toMatch(/EEXIST/)
  expect(second.close()).toMatchObject({ bytes: 0, lines: ['["open",1,{"second":true}]'] })
  for (const journal of [first, second]) journal.release()
})

test('a .gitignore that is there already is left as it is; memory is bounded', () => {
  const root = makeFolder()
  mkdirSync(join(root, '.svc'))
  writeFileSync(join(root, '.svc', '.gitignore'), 'mine\n')
  const journal = openJournal(root, 'j')
  expect(journal.problem).toBeUndefined()
  journal.release()
  const other = makeFolder()
  write(other, '.svc', 'a file')
  const inMemory = openJournal(other, 'j')
  const line = 'x'.repeat(1024 * 1024)
  for (let index = 0; index < 40; index += 1) inMemory.append(line)
  expect(inMemory.close().lines).toHaveLength(32)
  expect(inMemory.problem?.lost).toBe(8)
  inMemory.release()
})

test('lines that belong together are on disk when the last of them was reported', () => {
  const root = makeFolder()
  const journal = openJournal(root, 'j')
  const file = join(root, '.svc/journal/j.ndjson')
  const long = JSON.stringify(['warning', 'é'.repeat(40_000)])
  journal.together(() => {
    journal.append('["open",1,{}]')
    journal.together(() => journal.append(long))
    expect(readFileSync(file, 'utf8')).toBe('')
    // So much is not held back.
    journal.append(long)
    expect(readFileSync(file, 'utf8')).not.toBe('')
    journal.append('["warning","last"]')
  })
  const whole = `["open",1,{}]\n${long}\n${long}\n["warning","last"]\n`
  expect(readFileSync(file, 'utf8')).toBe(whole)
  expect(() =>
    journal.together(() => {
      journal.append('["warning","kept"]')
      throw new Error('broken')
    }),
  ).toThrow('broken')
  expect(readFileSync(file, 'utf8')).toBe(`${whole}["warning","kept"]\n`)
  expect(journal.close().bytes).toBe(Buffer.byteLength(readFileSync(file)))
  journal.release()
})

// As Vitest 3 does if a worker dies.
test('a process that another listener ends at its exit says where its results are', async () => {
  const root = makeFolder()
  const script = `
    process.on('exit', () => process.exit())
    const { openJournal } = await import(${JSON.stringify(new URL('./journal.ts', import.meta.url).href)})
    openJournal(${JSON.stringify(root)}, 'a', () => '["end",{}]').append('["open",1,{}]')
    process.exit(1)`
  const ended = execute(process.execPath, ['--input-type=module', '--eval', script])
  await expect(ended).rejects.toMatchObject({
    stderr: expect.stringContaining(`they are kept in ${join(root, '.svc/journal/a.ndjson')}`),
  })
  expect(journalFiles(root)).toEqual(['a.ndjson'])
  expect(readFileSync(join(root, '.svc/journal/a.ndjson'), 'utf8')).toBe('["open",1,{}]\n["end",{}]\n')
})
