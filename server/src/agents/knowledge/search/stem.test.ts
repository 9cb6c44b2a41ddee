import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { stem } from './stem.ts'

const WORDS = `retries retry retrying hopping hoping falling fell caresses ponies cats feed agreed plastered motoring sing
conflated troubled sized tanned filing happy sky relational conditional rational digitizer conformably radically
differently vileness analogously vietnamization predication operator feudalism decisiveness hopefulness callousness
formality sensitivity sensibility triplicate formative formalize electricity electrical hopeful goodness revival
allowance inference airliner gyroscopic adjustable defensible irritant replacement adjustment dependent adoption
homologou communism activate angularity homologous effective bowdlerize probate rate cease controlling roll yes
yielding syzygy by say configuration configured configure timeouts asynchronous parallelism flaky flakiness oed
ion ing aed bled controll s is as`

test('is what SQLite’s porter tokenizer makes', () => {
  const database = new Database(':memory:')
  database.exec(
    `create virtual table words using fts5(word, tokenize = 'porter ascii');
     create virtual table terms using fts5vocab(words, 'instance')`,
  )
  const words = WORDS.split(/\s+/)
  const insert = database.prepare('insert into words (rowid, word) values (?, ?)')
  for (const [at, word] of words.entries()) insert.run(at, word)
  const terms = database.prepare('select term from terms order by doc').pluck().all()
  expect(words.map(stem)).toEqual(terms)
  database.close()
})

test('leaves other alphabets and identifiers as they are', () => {
  expect(['тестирование', 'utf8', 'größe', ''].map(stem)).toEqual(['тестирование', 'utf8', 'größe', ''])
})
