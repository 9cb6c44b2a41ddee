import { crc32, deflateRawSync } from 'node:zlib'
import type { failureContextOperations } from '@svc/schema'
import { encode } from 'gpt-tokenizer/encoding/o200k_base'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import { runAttaching, store } from '../../testing/artifacts.ts'
import { onEachDatabase } from '../../testing/each-database.ts'
import type { TestAnswer, TestApp } from '../../testing/make-app.ts'
import { connectAgent } from '../../testing/mcp-client.ts'
import { addOrganization } from '../../testing/organization.ts'

type Answer = z.output<typeof failureContextOperations.getArtifactText.output>

interface Packed {
  name: string
  content: Buffer | string
  /** What the archive claims instead of the truth. */
  sizeBytes?: number
}

/** A zip archive with whatever it claims of its files. */
function zipOf(files: Packed[]): Buffer {
  const parts: Buffer[] = []
  const entries: Buffer[] = []
  let at = 0
  for (const { name, content, sizeBytes } of files) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const label = Buffer.from(name)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(label.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    entry.writeUInt32LE(crc32(bytes), 16)
    entry.writeUInt32LE(packed.length, 20)
    entry.writeUInt32LE(sizeBytes ?? bytes.length, 24)
    entry.writeUInt16LE(label.length, 28)
    entry.writeUInt32LE(at, 42)
    parts.push(local, label, packed)
    entries.push(entry, label)
    at += local.length + label.length + packed.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(files.length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...parts, directory, end])
}

/** Stores one artifact; returns its id. */
async function attach(app: TestApp, bytes: Buffer | string, name = 'log', contentType = 'text/plain') {
  const artifact = { name, contentType, bytes: Buffer.from(bytes) }
  const { journal } = await runAttaching(app, { 'a test': [artifact] })
  return store(app, journal, artifact)
}

const read = (app: TestApp, id: string, query = '', key?: string): Promise<TestAnswer<Answer>> =>
  app.get<Answer>(`/api/artifacts/${id}/text?${query}`, key ? { key } : {})

const tokens = (value: unknown) => encode(JSON.stringify(value)).length

/** As Playwright writes it for models. */
const ERROR_CONTEXT =
  '# Instructions\n\n- Explain why.\n\n# Page snapshot\n\n```yaml\n- button "Pay" [disabled]\n```\n\n# Test source\n'

onEachDatabase('artifacts as text', (makeApp) => {
  test('a text comes in slices that fit, and the slices are the whole of it', async () => {
    const app = await makeApp()
    const whole = Array.from({ length: 400 }, (_, at) => `line ${at}: the quick brown fox ${at * 7}`).join(
      '\n',
    )
    const id = await attach(app, `\u001b[31m${whole}\u001b[0m`)
    let [text, offset, slices] = ['', 0, 0]
    for (let next: number | null = 0; next !== null; slices++) {
      offset = next
      const { data } = await read(app, id, `maxTokens=1000&offset=${offset}`)
      expect(tokens(data)).toBeLessThanOrEqual(1_400)
      text += data.text
      next = data.nextOffset
    }
    expect(text).toBe(whole)
    expect(slices).toBeGreaterThan(3)
    const { data } = await read(app, id, 'grep=LINE%20399:')
    expect(data).toMatchObject({
      text: '400: line 399: the quick brown fox 2793',
      matches: 1,
      nextOffset: null,
    })
    expect((await read(app, id, 'grep=absent')).data).toMatchObject({
      matches: 0,
      note: 'No line contains the text.',
    })
    expect((await read(app, id, 'offset=1000000')).data).toMatchObject({
      text: '',
      nextOffset: null,
      note: `Nothing follows: offset 1000000 is not below the ${whole.length} characters of the text.`,
    })
  })

  test('binary files are described by their bytes, not by what they are called', async () => {
    const app = await makeApp()
    const kinds: [string, Buffer, string][] = [
      ['image', Buffer.from('\u0089PNG\r\n\u001a\nabc', 'latin1'), 'text/plain'],
      ['video', Buffer.from('\u001a\u0045\u00df\u00a3abc', 'latin1'), 'text/plain'],
      ['binary', Buffer.from([1, 0, 2, 0, 3]), 'text/markdown'],
    ]
    for (const [kind, bytes, contentType] of kinds) {
      const id = await attach(app, bytes, kind, contentType)
      const { data } = await read(app, id)
      expect(data, kind).toMatchObject({
        kind,
        text: '',
        sizeBytes: bytes.length,
        url: `http://svc.test/api/artifacts/${id}`,
      })
      expect((await read(app, id, 'file=a.txt')).error?.code).toBe('INVALID_REQUEST')
    }
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('größe', 'utf16le')])
    expect((await read(app, await attach(app, utf16, 'utf16'))).data.text).toBe('größe')
    expect((await read(app, await attach(app, '\ufeffa\r\nb\u202e', 'crlf'))).data.text).toBe('a\nb')
  })

  test('the error context of a Playwright trace is found by the name that the test gave it', async () => {
    const app = await makeApp()
    const event = (file: object) =>
      `${JSON.stringify({ type: 'after', attachments: [{ name: 'error-context', contentType: 'text/markdown', ...file }] })}\n`
    const newest = zipOf([
      { name: 'test.trace', content: event({ file: 'attachments/abc' }) },
      { name: 'attachments/abc', content: ERROR_CONTEXT },
      { name: 'screenshot.png', content: 'x' },
    ])
    const older = zipOf([
      { name: 'test.trace', content: `not json "attachments"\n${event({ sha1: 'abc.md' })}` },
      { name: 'resources/abc.md', content: ERROR_CONTEXT },
    ])
    for (const archive of [newest, older]) {
      const id = await attach(app, archive, 'trace', 'application/zip')
      const { data } = await read(app, id)
      expect(data).toMatchObject({ kind: 'archive', file: 'error-context', text: ERROR_CONTEXT })
      expect(data.files.map(({ name }) => name)).toContain('test.trace')
      expect((await read(app, id, 'file=test.trace&grep=after')).data.matches).toBe(1)
      const unknown = await read(app, id, 'file=..%2F..%2Fetc%2Fpasswd')
      expect(unknown.error).toMatchObject({
        code: 'NOT_FOUND',
        message: expect.stringContaining('error-context'),
      })
    }
  })

  test('files of an archive that are not listed are counted', async () => {
    const app = await makeApp()
    const names = Array.from({ length: 60 }, (_, at) => `resources/cart-${at}.json`)
    const id = await attach(
      app,
      zipOf(names.map((name) => ({ name, content: '{}' }))),
      'trace',
      'application/zip',
    )
    const { call } = await connectAgent(app)
    for (const max_tokens of [500, 1_000, 4_000, 20_000]) {
      const { text, structured } = await call('svc_get_artifact', { artifact: id, max_tokens })
      const shown = names.filter((name) => text.includes(`\`${name}\` 2 B`)).length
      expect(structured, text).toMatchObject({ truncated: true, filesLeft: 60 - shown })
      expect(structured.files).toHaveLength(shown)
      expect(shown).toBeGreaterThan(Math.min(45, max_tokens / 300))
      expect(text).toMatch(new RegExp(`\\n\\[truncated: ${60 - shown} files are not shown\\. .*\\]$`))
    }
    const whole = (await read(app, id, 'maxTokens=20000')).data
    expect(whole).toMatchObject({ filesLeft: 10, truncated: true })
    const few = await attach(app, zipOf([{ name: 'a.txt', content: 'a' }]), 'few', 'application/zip')
    expect((await read(app, few)).data).toMatchObject({ filesLeft: 0, truncated: false })
  })

  test('hostile archives cost little, and their names lead nowhere', async () => {
    const app = await makeApp()
    const bomb = Buffer.alloc(20 * 1024 * 1024, 'a')
    const hostile: [string, Buffer, RegExp][] = [
      ['bomb', zipOf([{ name: 'a.txt', content: bomb }]), /more than 250 times/],
      ['lying', zipOf([{ name: 'a.txt', content: 'abc', sizeBytes: 2_000_000_000 }]), /250 times/],
      ['short', zipOf([{ name: 'a.txt', content: 'abcdef', sizeBytes: 3 }]), /damaged/],
      ['cut', zipOf([{ name: 'a.txt', content: 'abc' }]).subarray(0, 40), /cannot be read/],
      ['no text', zipOf([{ name: 'a.txt', content: Buffer.from([0, 1, 2, 0]) }]), /not text/],
      [
        'many',
        zipOf(Array.from({ length: 8_000 }, (_, at) => ({ name: `${at}`.padEnd(120, 'n'), content: '' }))),
        /too long/,
      ],
    ]
    for (const [name, archive, note] of hostile) {
      const id = await attach(app, archive, name, 'application/zip')
      const { status, data } = await read(app, id)
      expect(status, name).toBe(200)
      expect(data, name).toMatchObject({ text: '', note: expect.stringMatching(note) })
    }
    const traversal = zipOf([{ name: '../../../etc/passwd.txt', content: 'inside' }])
    const { data } = await read(app, await attach(app, traversal, 'up', 'application/zip'))
    expect(data).toMatchObject({ file: '../../../etc/passwd.txt', text: 'inside' })
    expect(app.logged.filter(({ level }) => level === 'error')).toEqual([])
  })

  test('a huge text is read in part, and says so', async () => {
    const app = await makeApp()
    const line = `${'x'.repeat(99)}\n`
    const id = await attach(app, line.repeat(60_000))
    const { data } = await read(app, id, 'maxTokens=300')
    expect(data.totalCharacters).toBeLessThanOrEqual(4 * 1024 * 1024)
    expect(data).toMatchObject({
      note: expect.stringMatching(/Only the first 4194304 bytes/),
      truncated: true,
    })
  })

  test('a text that is behind the searched part is not called absent', async () => {
    const app = await makeApp()
    const lines = Array.from({ length: 300_000 }, (_, at) => `line ${at} of a log`)
    const huge = ['START', ...lines, 'NEEDLE at the end'].join('\n')
    const inArchive = await attach(
      app,
      zipOf([{ name: 'huge.log', content: huge }]),
      'trace',
      'application/zip',
    )
    for (const id of [await attach(app, huge), inArchive]) {
      const absent = (await read(app, id, 'grep=NEEDLE')).data
      expect(absent).toMatchObject({
        matches: 0,
        truncated: true,
        note: expect.stringMatching(
          /^No line in the first 4194304 bytes contains the text\. .*download .* from url\.$/,
        ),
      })
      const { data } = await read(app, id, 'grep=START')
      expect(data).toMatchObject({
        matches: 1,
        truncated: true,
        note: expect.stringContaining('Only the first'),
      })
      const behind = (await read(app, id, 'offset=90000000')).data
      expect(behind.note).toMatch(/^Nothing follows: .* Only the first 4194304 bytes/)
      const { call } = await connectAgent(app)
      const { text } = await call('svc_get_artifact', { artifact: id, grep: 'NEEDLE', max_tokens: 500 })
      expect(text).toContain('No line in the first 4194304 bytes contains the text.')
      expect(text).toContain('from url.')
    }
  })

  test('no other organization reads it', async () => {
    const app = await makeApp()
    const id = await attach(app, 'a secret')
    const key = await addOrganization(app)
    expect(await read(app, id, '', key)).toMatchObject({ status: 404, error: { code: 'NOT_FOUND' } })
  })
})
