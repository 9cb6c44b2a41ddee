import { resolve } from 'node:path'
import type { Command } from 'commander'
import { systemClock } from '../../ground/kernel/clock.ts'
import { CommandError } from '../../ground/kernel/command-error.ts'
import { type Artifacts, openArtifacts } from '../../results/artifacts/open.ts'
import { copyArtifacts } from '../../upkeep/backup/copy-artifacts.ts'
import { readConfig } from '../config.ts'
import { type Environment, note, print, printJson, withStore } from './machine.ts'

const MIB = 1024 * 1024

/** Adds `copy-artifacts`. */
export function addCopyArtifacts(program: Command, environment: Environment): void {
  program
    .command('copy-artifacts <place>')
    .description(
      'Copies all artifacts from where the settings say to another folder or bucket, checks their sums, and goes on where it was stopped. The server may run; copy again after you have stopped it.',
    )
    .option('--json', 'prints the counts as JSON')
    .action((place: string, options: { json?: boolean }) =>
      withStore(environment, async (store) => {
        const from = await openPlace(environment, null)
        const to = await openPlace(environment, place)
        await to.folder.requireWritable()
        await to.folder.make('incoming')
        const folder = resolve(to.folder.path, 'incoming')
        const { missing, damaged, ...done } = await copyArtifacts(store, {
          ...{ from: from.files, to: to.files, folder },
        })
        if (options.json) printJson({ ...done, missing, damaged })
        else
          print(
            `${to.place.name}: ${done.copied + done.present} of ${done.known} artifacts, ${done.copied} of them new (${Math.ceil(done.copiedBytes / MIB)} MiB).`,
          )
        for (const [keys, problem] of [
          [missing, 'are missing'],
          [damaged, 'have other bytes than they were stored with'],
        ] as const)
          if (keys.length > 0)
            note(`${keys.length} artifacts ${problem} in ${from.place.name}: ${keys.join(', ')}`)
        if (missing.length + damaged.length > 0) throw new CommandError('Not all artifacts could be copied.')
      }),
    )
}

/** The place of the settings for null. */
async function openPlace(environment: Environment, text: string | null): Promise<Artifacts> {
  const isBucket = text?.startsWith('s3://') === true
  const { artifacts: config } = readConfig(
    isBucket ? { ...environment, SVC_ARTIFACTS_URL: text } : environment,
  )
  if (text !== null && !isBucket) return openArtifacts(text, config)
  if (config.bucket === null) return openArtifacts(config.folder, config)
  const { BucketNotUsable, openS3Artifacts } = await import('../../results/artifacts/open-s3.ts')
  try {
    return await openS3Artifacts({
      ...config.bucket,
      ...{ limits: config, path: config.folder, redirects: false, clock: systemClock },
    })
  } catch (error) {
    throw error instanceof BucketNotUsable ? new CommandError(error.message) : error
  }
}
