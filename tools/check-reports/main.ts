import { basename } from 'node:path'
import { parseArgs } from 'node:util'
import { type Checked, checkSet } from './check-set.ts'
import { fuzz } from './fuzz.ts'
import { makeReader } from './reader.ts'
import { tableOf } from './table.ts'
import { uploadSome } from './upload-some.ts'

// Reads report files that other tools made, and compares each with a plain count of its elements. Each folder is a set:
// node tools/check-reports/main.ts [--upload 100] [--fuzz 50] [--seed 1] [--show wrong,refused,explained] <folder>...
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    upload: { type: 'string', default: '0' },
    fuzz: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: 'wrong' },
  },
})
if (positionals.length === 0) throw new Error('give folders of report files')

const reader = makeReader()
const shown = new Set(values.show.split(','))
const sets: { name: string; files: Checked[] }[] = []
for (const folder of positionals) {
  const files = await checkSet(folder, reader)
  sets.push({ name: basename(folder), files })
  for (const { name, verdict, plain, repairs } of files) {
    if (!shown.has(verdict.kind) && !(shown.has('repairs') && repairs.length > 0)) continue
    console.log(
      `${verdict.kind}\t${basename(folder)}/${name}\t${plain.kind}\t${verdict.why}\t${repairs.join('; ')}`,
    )
  }
}
await reader.close()

console.log(tableOf(sets))
const all = sets.flatMap(({ files }) => files)
const readable = all.filter(({ verdict }) => verdict.kind === 'equal' || verdict.kind === 'explained')
const wrong = [
  ...all
    .filter(({ verdict }) => verdict.kind === 'wrong')
    .map(({ path, verdict }) => `${path}: ${verdict.why}`),
  ...(Number(values.upload) > 0 ? await uploadSome(readable, Number(values.upload)) : []),
  ...(Number(values.fuzz) > 0 ? await fuzz(readable, Number(values.fuzz), Number(values.seed)) : []),
]
for (const line of wrong) console.log(line)
console.log(wrong.length === 0 ? 'no difference without a reason' : `${wrong.length} differences`)
process.exitCode = wrong.length === 0 ? 0 : 1
