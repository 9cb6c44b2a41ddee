import { type Dialect, fileOf, plainName } from '../dialect.ts'

const SHARD = /[\\/]shard_(\d{1,6})_of_(\d{1,6})[\\/]/

/** Bazel's own file for a target that leaves no report: one test with the target's name, in each shard. */
export const bazel: Dialect = {
  name: 'bazel',
  tool: 'bazel',
  detect: ({ text }) => /<testcase name="[^"]{0,1000}" status="run" duration="/.test(text),
  nameOf: (test, suites, path) => {
    const target = suites.at(-1)?.name ?? ''
    if (target !== test.name) return plainName(test, suites)
    const [shard, index, total] = SHARD.exec(path) ?? []
    return { file: fileOf(test, suites), titles: shard ? [target, `shard ${index} of ${total}`] : [target] }
  },
}
