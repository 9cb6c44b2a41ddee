import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { ArtifactStore } from '../results/artifacts/artifact-store.ts'
import { sha256 } from './artifacts.ts'

const keyOf = (start = 'ab') => `${start}/${'c'.repeat(62)}.${randomUUID()}`

/** The contract of every store of artifacts; `open` returns an empty one that lives as long as the test. */
export function artifactStoreContract(
  name: string,
  open: (folder: string) => ArtifactStore | Promise<ArtifactStore>,
): void {
  const setUp = async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-artifacts-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const store = await open(join(folder, 'store'))
    const put = async (bytes: Uint8Array, key = keyOf()) => {
      const path = join(folder, randomUUID())
      writeFileSync(path, bytes)
      await store.put(key, path, sha256(bytes))
      return key
    }
    const read = async (key: string, range?: { start: number; end: number }) => {
      const stream = await store.get(key, range)
      return stream && buffer(stream)
    }
    return { folder, store, put, read }
  }

  describe(`the artifact store ${name}`, () => {
    test('gives back what was put, whole and in ranges', async () => {
      const { store, put, read } = await setUp()
      const bytes = Buffer.from(Array.from({ length: 100_000 }, (_, i) => i % 251))
      const key = await put(bytes)
      expect(await store.has(key)).toBe(100_000)
      expect((await read(key))?.equals(bytes)).toBe(true)
      expect(await read(key, { start: 0, end: 0 })).toEqual(bytes.subarray(0, 1))
      expect(await read(key, { start: 70_000, end: 99_999 })).toEqual(bytes.subarray(70_000))
    })

    test('keeps a file of no bytes', async () => {
      const { store, put, read } = await setUp()
      const key = await put(new Uint8Array())
      expect(await store.has(key)).toBe(0)
      expect(await read(key)).toHaveLength(0)
    })

    test('has nothing under a key that was never put, or was deleted', async () => {
      const { store, put, read } = await setUp()
      const key = keyOf()
      expect(await store.has(key)).toBeNull()
      expect(await read(key)).toBeNull()
      await store.delete(key)
      await put(Buffer.from('one'), key)
      await store.delete(key)
      expect(await store.has(key)).toBeNull()
      expect(await read(key)).toBeNull()
      await store.delete(key)
    })

    test('takes the same bytes under one key twice, also while they are read', async () => {
      const { store, put, read } = await setUp()
      const bytes = Buffer.alloc(300_000, 7)
      const key = await put(bytes)
      const reading = await store.get(key)
      await put(bytes, key)
      expect(reading && (await buffer(reading)).equals(bytes)).toBe(true)
      expect((await read(key))?.equals(bytes)).toBe(true)
    })

    test('lists every key, and when it was put', async () => {
      const { store, put } = await setUp()
      const listed = async () => {
        const files = []
        for await (const one of store.list()) files.push(one)
        return files
      }
      expect(await listed()).toEqual([])
      const before = Date.now() - 5_000
      const keys = [await put(Buffer.from('a'), keyOf('aa')), await put(Buffer.from('b'), keyOf('bb'))]
      const storedFiles = await listed()
      expect(storedFiles.map((one) => one.key).sort()).toEqual(keys.sort())
      for (const { storedAt } of storedFiles) expect(storedAt).toBeGreaterThan(before)
    })

    test('has nothing under a key whose file could not be read, and leaves the others alone', async () => {
      const { folder, store, put, read } = await setUp()
      const other = await put(Buffer.from('kept'))
      const key = keyOf()
      await expect(store.put(key, join(folder, 'nowhere'), sha256(Buffer.of()))).rejects.toThrow()
      expect(await store.has(key)).toBeNull()
      expect(String(await read(other))).toBe('kept')
    })

    test('leads nowhere else', async () => {
      const { folder, store } = await setUp()
      writeFileSync(join(folder, 'secret'), 'secret')
      for (const key of ['../secret', '../../etc/passwd', '/etc/passwd', 'ab/../../secret']) {
        expect(await Promise.resolve(store.has(key)).catch(() => null)).toBeNull()
        await store.delete(key).catch(() => undefined)
      }
      expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe('secret')
    })
  })
}
