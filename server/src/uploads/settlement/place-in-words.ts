import { type PartPlace, withoutNumber } from '../../results/executions/latest-parts.ts'

/** The place of a part in CI, in words: `job e2e of web on linux`. Shards of one suite share one place. */
export function placeInWords({
  job,
  package: folder,
  config,
  leg,
  shard_total,
}: Pick<PartPlace, 'job' | 'package' | 'config' | 'shard_total'> & { leg: string }): string {
  const name = shard_total === null ? job : withoutNumber(job)
  return [
    name === '' ? 'a part' : `job ${name}`,
    ...(folder === '' ? [] : [`of ${folder}`]),
    ...(config === '' ? [] : [`with ${config}`]),
    `on ${leg}`,
  ].join(' ')
}
