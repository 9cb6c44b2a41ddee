import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { packTar, unpackTar } from 'modern-tar'
import { expect, onTestFinished, test } from 'vitest'
import { findDamage } from '../../ground/store/copy-sqlite.ts'
import { openStore } from '../../ground/store/open.ts'
import { png, runAttaching, store as storeArtifact } from '../../testing/artifacts.ts'
import { emptyPostgres } from '../../testing/each-database.ts'
import { makeApp } from '../../testing/make-app.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'svc-backup-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A server with one execution and one artifact, backed up. */
async function backedUp() {
  const app = await makeApp()
  const shot = png('a picture')
  const { journal, execution } = await runAttaching(app, { pays: [shot] })
  await storeArtifact(app, journal, shot)
  await app.put('/api/documents', { project: 'shop', path: 'a.md', content: '# A\n\nText.\n' })
  const file = join(temporary(), 'backup.tar')
  const plan = {
    address: app.store.address,
    artifactsFolder: join(app.folder, 'artifacts'),
    hasArtifacts: true,
    file,
    now: app.clock(),
  }
  const done = await backUp(plan)
  return { app, file, plan, done, execution }
}

const place = (folder = join(temporary(), 'data')) => ({
  address: { folder },
  artifactsFolder: join(folder, 'artifacts'),
})

/** What lies in a folder, folders inside it included. */
const namesIn = (folder: string) =>
  (readdirSync(folder, { recursive: true }) as string[]).filter((name) => !name.endsWith('.lock')).sort()

test('a backup holds the database, the artifacts and the sum of each, and is not written over', async () => {
  const { file, plan, done } = await backedUp()
  expect(done).toMatchObject({ artifacts: 1, missing: 0 })
  const names = (await unpackTar(readFileSync(file))).map((entry) => entry.header.name)
  expect(names).toEqual([
    'svc-backup.json',
    'svc.sqlite',
    expect.stringMatching(/^artifacts\/[0-9a-f]{2}\/[0-9a-f]{62}\./),
    'checksums.json',
  ])
  await expect(backUp(plan)).rejects.toThrow('already')
  expect(readdirSync(join(file, '..'))).toEqual(['backup.tar'])
})

test('it is restored into an empty folder, once', async () => {
  const { file, execution, app } = await backedUp()
  const there = place()
  expect(await restore({ file, ...there })).toMatchObject({ artifacts: 1, missing: 0, migrated: 0 })
  expect(namesIn(there.artifactsFolder)).toEqual(
    namesIn(join(app.folder, 'artifacts')).filter((name) => !/^(incoming|\.)/.test(name)),
  )
  const store = await openStore(there.address)
  const rows = await store.read.selectFrom('execution').select('public_id').execute()
  const document = await store.read
    .selectFrom('document_revision')
    .innerJoin('chunk', 'chunk.document_id', 'document_revision.document_id')
    .select(['document_revision.content', 'chunk.content as chunk'])
    .execute()
  await store.close()
  expect(rows).toEqual([{ public_id: execution }])
  expect(document).toEqual([{ content: '# A\n\nText.\n', chunk: 'Text.' }])
  await expect(restore({ file, ...there })).rejects.toThrow('is not empty')
})

test('an artifact whose file is missing is reported, and the rest is backed up', async () => {
  const { app, plan } = await backedUp()
  for await (const { key } of app.artifacts.files.list()) await app.artifacts.files.delete(key)
  const file = join(temporary(), 'without.tar')
  expect(await backUp({ ...plan, file })).toMatchObject({ artifacts: 0, missing: 1 })
  expect(await restore({ file, ...place() })).toMatchObject({ artifacts: 0, missing: 1 })
})

test('a changed, cut off, foreign or odd file is refused, and nothing of it stays', async () => {
  const { file } = await backedUp()
  const whole = readFileSync(file)
  const entries = await unpackTar(whole)
  const evil = { header: { name: '../outside', size: 1, type: 'file' as const }, data: new Uint8Array([1]) }
  const link = { header: { name: 'svc.sqlite', size: 0, type: 'symlink' as const, linkname: '/etc/passwd' } }
  const flipped = (position: number) => {
    const bytes = Buffer.from(whole)
    bytes.writeUInt8(bytes.readUInt8(position) ^ 1, position)
    return bytes
  }
  const files: Record<string, Uint8Array> = {
    'nothing in it': Buffer.alloc(0),
    'no tar': Buffer.from('This is a text. '.repeat(100)),
    'a byte of the head': flipped(600),
    'a byte of the database': flipped(50_000),
    'a byte of a name': flipped(1_024 + 2),
    'cut in the database': whole.subarray(0, 100_000),
    'cut before the sums': await packTar(entries.slice(0, -1)),
    'without the database': await packTar(entries.filter((entry) => entry.header.name !== 'svc.sqlite')),
    'with a file more': await packTar([...entries.slice(0, -1), evil, ...entries.slice(-1)]),
    'with a link': await packTar([...entries.slice(0, 1), link, ...entries.slice(2)]),
    'something after the end': await packTar([...entries, evil]),
  }
  for (const [what, bytes] of Object.entries(files)) {
    const broken = join(temporary(), 'broken.tar')
    writeFileSync(broken, bytes)
    const there = place()
    const refusal = await restore({ file: broken, ...there }).then(
      () => 'restored',
      (error: Error) => `${error.constructor.name}: ${error.message}`,
    )
    expect([what, refusal]).toEqual([what, expect.stringMatching(/^CommandError: /)])
    expect([what, existsSync(there.address.folder)]).toEqual([what, false])
    const empty = temporary()
    await expect(restore({ file: broken, ...place(empty) })).rejects.toThrow()
    expect([what, readdirSync(empty)]).toEqual([what, []])
  }
})

test('one of a newer server is refused by name, an older one is brought up to date', async () => {
  const { file } = await backedUp()
  const entries = await unpackTar(readFileSync(file))
  const changed = async (change: (head: { format: number; version: string; steps: string[] }) => void) => {
    const head = JSON.parse(Buffer.from(entries[0]?.data ?? []).toString())
    change(head)
    const data = Buffer.from(JSON.stringify(head))
    const path = join(temporary(), 'changed.tar')
    const first = { header: { ...(entries[0] as (typeof entries)[0]).header, size: data.length }, data }
    writeFileSync(path, await packTar([first, ...entries.slice(1)] as typeof entries))
    return path
  }
  for (const change of [
    (head: { version: string; steps: string[] }) => {
      head.version = '99.1.0'
      head.steps.push('9999-from-the-future')
    },
    (head: { version: string; format: number }) => {
      head.version = '99.1.0'
      head.format = 2
    },
  ])
    await expect(restore({ file: await changed(change), ...place() })).rejects.toThrow(
      'newer version of this server (99.1.0)',
    )
})

test('a folder with anything in it, or with a server on it, is left alone', async () => {
  const { file, app } = await backedUp()
  const full = temporary()
  writeFileSync(join(full, 'notes.txt'), 'mine')
  await expect(restore({ file, ...place(full) })).rejects.toThrow('there is notes.txt')
  const artifacts = temporary()
  mkdirSync(join(artifacts, 'artifacts'))
  writeFileSync(join(artifacts, 'artifacts', 'ab'), 'mine')
  await expect(restore({ file, ...place(artifacts) })).rejects.toThrow('there is ab')
  await expect(restore({ file, ...place(app.folder) })).rejects.toThrow('is not empty')
  expect(readdirSync(full)).toEqual(['notes.txt'])
})

test('Postgres: the artifacts are backed up and restored, beside a database that has its own tools', async () => {
  const address = await emptyPostgres()
  const app = await makeApp({ address })
  const shot = png('a picture')
  const { journal } = await runAttaching(app, { pays: [shot] })
  await storeArtifact(app, journal, shot)
  const file = join(temporary(), 'backup.tar')
  const artifactsFolder = join(app.folder, 'artifacts')
  expect(
    await backUp({ address, artifactsFolder, hasArtifacts: true, file, now: app.clock() }),
  ).toMatchObject({ artifacts: 1 })
  const elsewhere = join(temporary(), 'artifacts')
  // What a server leaves that was started before.
  mkdirSync(join(elsewhere, 'replicas'), { recursive: true })
  expect(await restore({ file, address, artifactsFolder: elsewhere })).toMatchObject({ artifacts: 1 })
  expect(namesIn(elsewhere).filter((name) => name.includes('.'))).toHaveLength(1)
  await expect(restore({ file, ...place() })).rejects.toThrow('pg_restore')
  const empty = await emptyPostgres()
  const other = join(temporary(), 'artifacts')
  await expect(restore({ file, address: empty, artifactsFolder: other })).rejects.toThrow('is empty')
  const { file: ofSqlite } = await backedUp()
  await expect(restore({ file: ofSqlite, address, artifactsFolder: other })).rejects.toThrow('DATABASE_URL')
})

test('a database with inconsistent pages is detected, even with right checksums', () => {
  const file = join(temporary(), 'svc.sqlite')
  const database = new Database(file)
  database.exec('create table t (a text); create index i on t (a)')
  database.exec("insert into t values ('one'), ('two')")
  database.close()
  expect(findDamage(file)).toEqual([])
  const bytes = readFileSync(file)
  bytes.fill(0, bytes.length - 200)
  writeFileSync(file, bytes)
  expect(findDamage(file).length).toBeGreaterThan(0)
})
